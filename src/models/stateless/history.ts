// Finds the turns of a request in which the model wrote code, which the client saw as calls of its own tools.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { readArguments, type ModelToolCall } from '../askModel.ts';
import { isOurs, readCallId, shortCallId, type CallId } from './callId.ts';
import { invalid } from './chatError.ts';
import type { AnsweredCall } from './requestTools.ts';
import { picturesIn, toolAnswer, type AnsweredPictures } from './toolAnswer.ts';
import {
  packState,
  stateAllowance,
  turnIdOf,
  unpackState,
  type KeptCall,
  type KeptTurn,
  type TurnState,
  type TurnStore,
} from './turnState.ts';

/** One call of the model, with what the client said of it. */
export interface TurnCall extends KeptCall {
  readonly made: ModelToolCall;
  /** Index of the call in its turn. */
  readonly index: number;
  answers: readonly AnsweredCall[];
  result: string | undefined;
  /** Pictures in the answers to the calls of a script, as far as the client sends them. */
  pictures: readonly AnsweredPictures[];
  /** Answer to the model's direct call of a client tool. */
  ownAnswer: JsonValue | undefined;
}

/** One answer of the model, with the client's answers to its calls. */
export class Turn implements KeptTurn {
  readonly id: string;
  readonly state: TurnState;
  readonly packed: string;
  /** The message as the client sends it back, without its calls. */
  readonly message: JsonObject;
  readonly calls: readonly TurnCall[];
  /** True if the conversation has continued, even without all answers, so no more calls are made. */
  isOver = false;
  /** Calls of scripts, and direct calls, without an answer. */
  readonly #open = new Map<string, OurCall>();

  /** Begins a turn. The ID is the hash of the state, so that a store returns the same state for this ID everywhere. */
  static begin(state: TurnState, message: JsonObject): Turn {
    const packed = packState(state);
    return new Turn(turnIdOf(packed), message, state, { packed, calls: [] });
  }

  constructor(id: string, message: JsonObject, state: TurnState, { packed, calls }: KeptTurn) {
    const { tool_calls: _calls, ...said } = message;
    this.id = id;
    this.state = state;
    this.packed = packed;
    this.message = said;
    this.calls = state.calls.map((made, index) => {
      const { answers = [], result } = calls[index] ?? {};
      return { made, index, answers, result, pictures: [], ownAnswer: undefined };
    });
  }

  /** True if the client shows a call and no answer. The call may have taken place, so it must not be made again. */
  get isUnanswered(): boolean {
    return [...this.#open.values()].some(
      ({ id }) => !this.calls[id.index]?.answers.some(({ call }) => call === id.call),
    );
  }

  /** Takes a call that the client shows in its history. */
  called(call: OurCall, param: string): void {
    if (call.id.index >= this.calls.length) throw lostCall(param);
    if (call.id.call > 0 && !call.input)
      throw invalid(param, `the arguments of ${call.name} are not a JSON object any more.`);
    this.#open.set(keyOf(call.id), call);
  }

  /** Takes an answer. Returns false if no unanswered call has this ID. */
  answered(id: CallId, message: JsonObject): boolean {
    const [call, of] = [this.#open.get(keyOf(id)), this.calls[id.index]];
    if (!call || !of) return false;
    this.#open.delete(keyOf(id));
    if (id.call === 0) {
      of.ownAnswer = message['content'] ?? '';
      return true;
    }
    const made = { call: id.call, tool: call.name };
    const parts = picturesIn(message['content']);
    if (parts.length > 0) of.pictures = [...of.pictures, { ...made, parts }];
    // The answers to a script do not change, even if the client's history changes them later.
    if (of.answers.some(({ call: known }) => known === id.call)) return true;
    of.answers = [...of.answers, { ...made, input: call.input ?? {}, ...toolAnswer(message) }];
    return true;
  }
}

/**
 * Handling of calls that do not match a turn: `refused` returns an error to the client; `asCalls` treats complete calls
 * and answers as direct calls.
 */
export type LostTurns = 'refused' | 'asCalls';

export type HistoryPart =
  { readonly kind: 'message'; readonly message: JsonObject } | { readonly kind: 'turn'; readonly turn: Turn };

/** Returns the stored turns whose calls or answers are among the messages. */
export async function recallTurns(
  messages: readonly JsonObject[],
  turns: TurnStore | undefined,
): Promise<ReadonlyMap<string, KeptTurn>> {
  if (!turns) return new Map();
  const ids = messages.flatMap((message) => [...callIds(message), message['tool_call_id']]);
  const named = new Set(ids.flatMap((id) => (typeof id === 'string' ? (readCallId(id)?.turn ?? []) : [])));
  const recalled = await Promise.all(
    [...named].map(async (turn) => [turn, await turns.recall(turn)] as const),
  );
  return new Map(recalled.flatMap(([turn, kept]) => (kept ? [[turn, kept]] : [])));
}

/**
 * `kept` holds the turns that the IDs do not carry completely. Throws a `ChatError` if `lost` refuses a message that
 * does not match, and if the turns are too large together.
 */
export function readHistory(
  messages: readonly JsonObject[],
  kept: ReadonlyMap<string, KeptTurn>,
  lost: LostTurns,
): readonly HistoryPart[] {
  const parts: HistoryPart[] = [];
  const turns: Turn[] = [];
  const allowance = stateAllowance();
  /** IDs of calls that are passed on as messages. */
  const plainIds = new Set<unknown>();
  let reading: Turn | undefined;
  /** `param` names the calls. */
  const turnOf = (calls: readonly OurCall[], message: JsonObject, param: string) => {
    const id = calls[0]?.id.turn;
    if (id === undefined) return undefined;
    // A client may add its own messages while a script is unfinished, so a turn may continue after them.
    const begun =
      lost === 'asCalls' || reading?.id === id ? turns.findLast((turn) => turn.id === id) : undefined;
    if (begun) return begun;
    const known = kept.get(id);
    const packed = calls.find(({ id }) => id.state !== undefined)?.id.state ?? known?.packed;
    const state = packed === undefined ? undefined : unpackState(packed, allowance);
    if (packed === undefined || !state) {
      if (lost === 'refused') throw lostState(param);
      return undefined;
    }
    const found = new Turn(id, message, state, { packed, calls: known?.calls ?? [] });
    turns.push(found);
    parts.push({ kind: 'turn', turn: found });
    return found;
  };
  for (const [at, message] of messages.entries()) {
    const param = `messages[${at}]`;
    const callsParam = `${param}.tool_calls`;
    const calls = callsOf(message, callsParam, lost);
    const made = turnOf(calls, message, callsParam);
    const answered = message['role'] === 'tool' ? ourId(message['tool_call_id']) : undefined;
    if (made) {
      reading = made;
      for (const call of calls) made.called(call, callsParam);
    } else if (answered !== undefined && !plainIds.has(message['tool_call_id'])) {
      const { turn: of } = answered === 'damaged' ? {} : answered;
      const turn: Turn | undefined = lost === 'asCalls' ? turns.findLast(({ id }) => id === of) : reading;
      const isTaken = answered !== 'damaged' && turn?.id === of && turn?.answered(answered, message) === true;
      if (!isTaken && lost === 'refused') throw lostCall(param);
      reading = turn;
    } else {
      // A client adds instructions at any place; only what the user and the model say goes on with the conversation.
      if (!isInstruction(message)) reading = undefined;
      for (const id of callIds(message)) plainIds.add(id);
      parts.push({ kind: 'message', message });
    }
  }
  for (const turn of turns) turn.isOver = turn !== reading || turn.isUnanswered;
  return parts;
}

/** Returns the messages with short IDs, for a model that receives the client's tools directly. */
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

function callIds({ tool_calls: calls }: JsonObject): readonly unknown[] {
  return isJsonArray(calls) ? calls.map((call) => (isJsonObject(call) ? call['id'] : undefined)) : [];
}

function isInstruction({ role }: JsonObject): boolean {
  return role === 'system' || role === 'developer';
}

function keyOf({ index, call }: CallId): string {
  return `${index} ${call}`;
}

/** Returns the ID if it is ours, or `damaged` if it is incomplete. */
function ourId(id: unknown): CallId | 'damaged' | undefined {
  if (typeof id !== 'string' || !isOurs(id)) return undefined;
  return readCallId(id) ?? 'damaged';
}

/** Returns the calls of a message if they are ours and of one turn. `param` names the calls. */
function callsOf(message: JsonObject, param: string, lost: LostTurns): readonly OurCall[] {
  const { role, tool_calls: calls } = message;
  if (role !== 'assistant' || !isJsonArray(calls)) return [];
  const ids = callIds(message).map(ourId);
  if (ids.every((id) => id === undefined)) return [];
  const isMixed = ids.includes(undefined);
  if (isMixed && lost === 'refused') throw severalAnswers(param);
  if (lost === 'asCalls' && (isMixed || ids.includes('damaged'))) return [];
  const ours = calls.map((call, at) => ourCall(call, ids[at], param));
  const isOneTurn = ours.every(({ id }) => id.turn === ours[0]?.id.turn);
  if (!isOneTurn && lost === 'refused') throw severalAnswers(param);
  return isOneTurn ? ours : [];
}

function ourCall(call: JsonValue, id: ReturnType<typeof ourId>, param: string): OurCall {
  if (id === undefined || id === 'damaged') throw lostState(param);
  const called = isJsonObject(call) ? call['function'] : undefined;
  if (!isJsonObject(called) || typeof called['name'] !== 'string')
    throw invalid(param, 'a call has no function.');
  return { id, name: called['name'], input: readArguments(called['arguments']) };
}

function severalAnswers(param: string): Error {
  return invalid(param, 'its calls are of several answers.');
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
