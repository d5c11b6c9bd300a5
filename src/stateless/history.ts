// The messages of a request, with the turns in it in which the model wrote code: what the client saw as calls of its own tools.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { JsonAllowance } from '../base/jsonLimits.ts';
import { isOurs, readCallId, shortCallId, type CallId } from './callId.ts';
import { invalid } from './chatError.ts';
import type { AnsweredCall, StepCall } from './requestTools.ts';
import { picturesIn, toolAnswer } from './toolAnswer.ts';
import { readArguments, stateAllowance, unpackState, type TurnState } from './turnState.ts';
import type { KeptTurn, TurnStore } from './turnStore.ts';

/** What one call was answered with that only a model can look at. */
export interface AnsweredPictures extends Pick<StepCall, 'call' | 'tool'> {
  /** At least one. */
  readonly parts: readonly JsonObject[];
}

/** One answer of the model's, and what the client has answered to it. */
export interface Turn {
  readonly id: string;
  readonly state: TurnState;
  readonly packed: string;
  /** The answer as the client sends it back, without its calls. */
  readonly message: JsonObject;
  /** By the index of a script: the answers to its calls, in the order in which they came. */
  readonly answers: ReadonlyMap<number, readonly AnsweredCall[]>;
  /** By the index of a script: the pictures that its calls were answered with, as far as the client sends them. */
  readonly pictures: ReadonlyMap<number, readonly AnsweredPictures[]>;
  /** By the index of a call of the client's own: what was answered. */
  readonly ownAnswers: ReadonlyMap<number, JsonValue>;
  /** By the index of a finished script or search, where it is kept: what the model got. */
  readonly results: ReadonlyMap<number, string>;
  /** Whether the conversation has gone on, whatever was answered. */
  readonly isOver: boolean;
}

/** Of what the client has answered to a turn that begins: nothing. */
export const newTurn: Pick<Turn, 'answers' | 'pictures' | 'ownAnswers' | 'results' | 'isOver'> = {
  answers: new Map(),
  pictures: new Map(),
  ownAnswers: new Map(),
  results: new Map(),
  isOver: false,
};

/** What becomes of calls of ours that do not fit: an error for the client, or calls and answers as any others, as far as they are whole. */
export type LostTurns = 'refused' | 'asCalls';

export type HistoryPart = { readonly kind: 'message'; readonly message: JsonObject } | { readonly kind: 'turn'; readonly turn: Turn };

/** What is kept of the turns whose calls or answers are among the messages. */
export async function recallTurns(messages: readonly JsonObject[], turns: TurnStore | undefined): Promise<ReadonlyMap<string, KeptTurn>> {
  if (!turns) return new Map();
  const ids = messages.flatMap((message) => [...callIds(message), message['tool_call_id']]);
  const named = new Set(ids.flatMap((id) => (typeof id === 'string' ? (readCallId(id)?.turn ?? []) : [])));
  const recalled = await Promise.all([...named].map(async (turn) => [turn, await turns.recall(turn)] as const));
  return new Map(recalled.flatMap(([turn, kept]) => (kept ? [[turn, kept]] : [])));
}

/**
 * `kept`: the turns that ids do not carry, or not whole. Throws `ChatError` where `lost` refuses what does not fit,
 * and for turns that are too much together.
 */
export function readHistory(messages: readonly JsonObject[], kept: ReadonlyMap<string, KeptTurn>, lost: LostTurns): readonly HistoryPart[] {
  const parts: HistoryPart[] = [];
  const readers: TurnReader[] = [];
  const allowance = stateAllowance();
  /** Of calls that stand as any others. */
  const plainIds = new Set<unknown>();
  let reading: TurnReader | undefined;
  const readerOf = (calls: readonly OurCall[], message: JsonObject, param: string): TurnReader | undefined => {
    const turn = turnOf(calls, param, lost);
    if (turn === undefined) return undefined;
    // A client may say something of its own while a script is not done.
    const begun = lost === 'asCalls' || reading?.id === turn ? readers.findLast(({ id }) => id === turn) : undefined;
    const found = begun ? undefined : foundState(calls, kept.get(turn), allowance, param, lost);
    if (!found) return begun;
    const reader = new TurnReader(turn, message, found);
    readers.push(reader);
    parts.push({ kind: 'turn', turn: reader });
    return reader;
  };
  for (const [at, message] of messages.entries()) {
    const param = `messages[${at}]`;
    const calls = callsOf(message, param, lost);
    const reader = readerOf(calls, message, param);
    const answered = answeredBy(message);
    if (reader) {
      reading = reader;
      for (const call of calls) reader.called(call, `${param}.tool_calls`);
    } else if (answered !== undefined && !plainIds.has(message['tool_call_id'])) {
      const { turn: of } = answered === 'damaged' ? {} : answered;
      const turn: TurnReader | undefined = lost === 'asCalls' ? readers.findLast(({ id }) => id === of) : reading;
      const isTaken = answered !== 'damaged' && turn?.id === of && turn?.answered(answered, message) === true;
      if (!isTaken && lost === 'refused') throw lostCall(param);
      reading = turn;
    } else {
      reading = undefined;
      for (const id of callIds(message)) plainIds.add(id);
      parts.push({ kind: 'message', message });
    }
  }
  for (const reader of readers) reader.isOver = reader !== reading;
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
  readonly packed: string;
  readonly message: JsonObject;
  readonly answers: Map<number, readonly AnsweredCall[]>;
  readonly pictures = new Map<number, readonly AnsweredPictures[]>();
  readonly ownAnswers = new Map<number, JsonValue>();
  readonly results: ReadonlyMap<number, string>;
  isOver = false;
  /** Those without an answer. */
  readonly #calls = new Map<string, OurCall>();

  constructor(id: string, { tool_calls: _calls, ...message }: JsonObject, { state, packed, kept }: FoundState) {
    this.id = id;
    this.state = state;
    this.packed = packed;
    this.message = message;
    this.answers = new Map(kept?.answers);
    this.results = kept?.results ?? new Map();
  }

  called(call: OurCall, param: string): void {
    const { index } = call.id;
    if (index >= this.state.calls.length) throw lostCall(param);
    if (call.id.call > 0 && !call.input) throw invalid(param, `the arguments of ${call.name} are not a JSON object any more.`);
    this.#calls.set(keyOf(call.id), call);
  }

  /** Whether it answers a call that was without an answer. */
  answered(id: CallId, message: JsonObject): boolean {
    const call = this.#calls.get(keyOf(id));
    if (!call) return false;
    this.#calls.delete(keyOf(id));
    if (id.call === 0) {
      this.ownAnswers.set(id.index, message['content'] ?? '');
      return true;
    }
    const made: StepCall = { call: id.call, tool: call.name, input: call.input ?? {} };
    const parts = picturesIn(message['content']);
    if (parts.length > 0) this.pictures.set(id.index, [...(this.pictures.get(id.index) ?? []), { call: id.call, tool: call.name, parts }]);
    const answers = this.answers.get(id.index) ?? [];
    // What a script was answered does not change, whatever becomes of it in the client's history.
    if (answers.some(({ call: known }) => known === id.call)) return true;
    this.answers.set(id.index, [...answers, { ...made, result: toolAnswer(message) }]);
    return true;
  }
}

function callIds({ tool_calls: calls }: JsonObject): readonly unknown[] {
  return isJsonArray(calls) ? calls.map((call) => (isJsonObject(call) ? call['id'] : undefined)) : [];
}

function keyOf({ index, call }: CallId): string {
  return `${index} ${call}`;
}

/** Of an answer to a call of ours. */
function answeredBy({ role, tool_call_id: id }: JsonObject): CallId | 'damaged' | undefined {
  if (role !== 'tool' || typeof id !== 'string' || !isOurs(id)) return undefined;
  return readCallId(id) ?? 'damaged';
}

function callsOf({ role, tool_calls: calls }: JsonObject, param: string, lost: LostTurns): readonly OurCall[] {
  if (role !== 'assistant' || !isJsonArray(calls)) return [];
  const ours = calls.filter((call) => isJsonObject(call) && typeof call['id'] === 'string' && isOurs(call['id']));
  const isMixed = ours.length > 0 && ours.length < calls.length;
  if (isMixed && lost === 'refused') throw invalid(`${param}.tool_calls`, 'its calls are of several answers.');
  const isWhole = (call: JsonValue) => isJsonObject(call) && typeof call['id'] === 'string' && readCallId(call['id']) !== undefined;
  if (lost === 'asCalls' && (isMixed || !ours.every(isWhole))) return [];
  return ours.map((call) => ourCall(call, `${param}.tool_calls`));
}

function ourCall(call: JsonValue, param: string): OurCall {
  const { id, function: called } = call as JsonObject; // filtered by its caller
  const read = typeof id === 'string' ? readCallId(id) : undefined;
  if (!read) throw lostState(param);
  if (!isJsonObject(called) || typeof called['name'] !== 'string') throw invalid(param, 'a call has no function.');
  return { id: read, name: called['name'], input: readArguments(called['arguments']) };
}

interface FoundState {
  readonly state: TurnState;
  readonly packed: string;
  readonly kept: KeptTurn | undefined;
}

/** The one that all of them belong to; undefined where there is none. */
function turnOf(calls: readonly OurCall[], param: string, lost: LostTurns): string | undefined {
  const [turn, ...others] = new Set(calls.map(({ id }) => id.turn));
  if (others.length === 0) return turn;
  if (lost === 'refused') throw invalid(`${param}.tool_calls`, 'its calls are of several answers.');
  return undefined;
}

/** Undefined for a turn that is lost. */
function foundState(
  calls: readonly OurCall[],
  kept: KeptTurn | undefined,
  allowance: JsonAllowance,
  param: string,
  lost: LostTurns,
): FoundState | undefined {
  const packed = calls.map(({ id }) => id.state).find((state) => state !== undefined) ?? kept?.packed;
  const state = packed === undefined ? undefined : unpackState(packed, allowance);
  if (packed !== undefined && state) return { state, packed, kept };
  if (lost === 'refused') throw lostState(`${param}.tool_calls`);
  return undefined;
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
