// The messages of a request, with the turns in it in which the model wrote code: what the client saw as calls of its own tools.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../catalog/json.ts';
import { isOurs, readCallId, shortCallId, type CallId } from './callId.ts';
import { invalid } from './chatError.ts';
import type { AnsweredCall, StepCall } from './requestTools.ts';
import { toolAnswer } from './toolAnswer.ts';
import { unpackState, type TurnState } from './turnState.ts';

/** One answer of the model's, and what the client has answered to it. */
export interface Turn {
  readonly id: string;
  readonly state: TurnState;
  /** The answer as the client sends it back, without its calls. */
  readonly message: JsonObject;
  /** By the index of a script: the answers to its calls, in the order in which they came. */
  readonly answers: ReadonlyMap<number, readonly AnsweredCall[]>;
  /** By the index of a call of the client's own: what was answered. */
  readonly ownAnswers: ReadonlyMap<number, JsonValue>;
}

export type HistoryPart = { readonly kind: 'message'; readonly message: JsonObject } | { readonly kind: 'turn'; readonly turn: Turn };

/** `recall` gives the state of a turn that its ids do not carry. Throws `ChatError`. */
export function readHistory(messages: readonly JsonObject[], recall: (turn: string) => string | undefined): readonly HistoryPart[] {
  const parts: HistoryPart[] = [];
  let reading: TurnReader | undefined;
  for (const [at, message] of messages.entries()) {
    const param = `messages[${at}]`;
    const calls = callsOf(message, param);
    if (calls.length > 0) {
      const [{ id }] = calls as [OurCall];
      if (calls.some((other) => other.id.turn !== id.turn)) throw invalid(`${param}.tool_calls`, 'its calls are of several answers.');
      if (reading?.id !== id.turn) {
        reading = new TurnReader(stateOf(calls, recall, param), id.turn, message);
        parts.push({ kind: 'turn', turn: reading });
      }
      for (const call of calls) reading.called(call, `${param}.tool_calls`);
    } else if (message['role'] === 'tool' && typeof message['tool_call_id'] === 'string' && isOurs(message['tool_call_id'])) {
      const id = readCallId(message['tool_call_id']);
      if (!id || reading?.id !== id.turn) throw lostCall(param);
      reading.answered(id, message, param);
    } else {
      reading = undefined;
      parts.push({ kind: 'message', message });
    }
  }
  return parts;
}

/** The same messages for a model that gets the client's tools as they are. */
export function withShortIds(messages: readonly JsonObject[]): readonly JsonObject[] {
  return messages.map((message) => {
    const { tool_calls: calls, tool_call_id: answered } = message;
    if (typeof answered === 'string') return { ...message, tool_call_id: shortCallId(answered) };
    if (!isJsonArray(calls)) return message;
    const short = calls.map((call) =>
      isJsonObject(call) && typeof call['id'] === 'string' ? { ...call, id: shortCallId(call['id']) } : call,
    );
    return { ...message, tool_calls: short };
  });
}

interface OurCall {
  readonly id: CallId;
  readonly name: string;
  readonly input: JsonObject | undefined;
}

class TurnReader implements Turn {
  readonly id: string;
  readonly state: TurnState;
  readonly message: JsonObject;
  readonly answers = new Map<number, AnsweredCall[]>();
  readonly ownAnswers = new Map<number, JsonValue>();
  /** Those without an answer. */
  readonly #calls = new Map<string, OurCall>();

  constructor(state: TurnState, id: string, { tool_calls: _calls, ...message }: JsonObject) {
    this.id = id;
    this.state = state;
    this.message = message;
  }

  called(call: OurCall, param: string): void {
    const { index } = call.id;
    if (index >= this.state.calls.length) throw lostCall(param);
    if (call.id.call > 0 && !call.input) throw invalid(param, `the arguments of ${call.name} are not a JSON object any more.`);
    this.#calls.set(keyOf(call.id), call);
  }

  answered(id: CallId, message: JsonObject, param: string): void {
    const call = this.#calls.get(keyOf(id));
    if (!call) throw lostCall(param);
    this.#calls.delete(keyOf(id));
    if (id.call === 0) {
      this.ownAnswers.set(id.index, message['content'] ?? '');
      return;
    }
    const made: StepCall = { call: id.call, tool: call.name, input: call.input ?? {} };
    const answers = this.answers.get(id.index) ?? [];
    this.answers.set(id.index, [...answers, { ...made, result: toolAnswer(message) }]);
  }
}

function keyOf({ index, call }: CallId): string {
  return `${index} ${call}`;
}

function callsOf({ role, tool_calls: calls }: JsonObject, param: string): readonly OurCall[] {
  if (role !== 'assistant' || !isJsonArray(calls)) return [];
  const ours = calls.filter((call) => isJsonObject(call) && typeof call['id'] === 'string' && isOurs(call['id']));
  if (ours.length > 0 && ours.length < calls.length) throw invalid(`${param}.tool_calls`, 'its calls are of several answers.');
  return ours.map((call) => ourCall(call, `${param}.tool_calls`));
}

function ourCall(call: JsonValue, param: string): OurCall {
  const { id, function: called } = call as JsonObject; // filtered by its caller
  const read = typeof id === 'string' ? readCallId(id) : undefined;
  if (!read) throw lostState(param);
  if (!isJsonObject(called) || typeof called['name'] !== 'string') throw invalid(param, 'a call has no function.');
  return { id: read, name: called['name'], input: objectIn(called['arguments']) };
}

function objectIn(text: unknown): JsonObject | undefined {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text === '' ? '{}' : text) : undefined;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function stateOf(calls: readonly OurCall[], recall: (turn: string) => string | undefined, param: string): TurnState {
  const packed = calls.map(({ id }) => id.state ?? recall(id.turn)).find((state) => state !== undefined);
  const state = packed === undefined ? undefined : unpackState(packed);
  if (!state) throw lostState(`${param}.tool_calls`);
  return state;
}

function lostState(param: string): Error {
  return invalid(
    param,
    'the ids of these calls are not as they were sent, and they carry the script that made the calls. Send tool_calls and tool_call_id back ' +
      'unchanged; for a client that shortens them start code-mode proxy with --store, which keeps scripts as long as it runs.',
    'script_lost',
  );
}

function lostCall(param: string): Error {
  return invalid(
    param,
    'it answers no call of the message before it that is still without an answer. Send calls and answers back as they were, in their order.',
    'script_lost',
  );
}
