// Runs the scripts in one answer of the model as far as the client's answers allow: to open calls for the client, or to
// results for the model. Holds what the requests of all chats share: tools, turns, results and the limit on scripts.
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { ToolDefinition } from '../../catalog/index.ts';
import { setNewest } from '../../base/setNewest.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { formatResult } from '../../engine/formatting/index.ts';
import {
  answerFindTools,
  defaultBudget,
  bytesRead,
  sparedOf,
  withoutNulls,
  type TypeCheckMode,
  type Spared,
} from '../../engine/index.ts';
import { shortJson } from './shortJson.ts';
import { RunSlots } from '../../base/runSlots.ts';
import { readArguments, toolCall, type ModelToolCall } from '../askModel.ts';
import { CalledTools, toolName } from './calledTools.ts';
import { writeCallId } from './callId.ts';
import { invalid } from './chatError.ts';
import {
  readHistory,
  recallTurns,
  type HistoryPart,
  type LostTurns,
  type Turn,
  type TurnCall,
} from './history.ts';
import { ModelToolsCache, type ModelTools, type ModelToolsOptions } from './modelTools.ts';
import { requestNamespace, type AnsweredCall, type StepCall } from './requestTools.ts';
import type { ScriptAbout } from './scriptRecords.ts';
import { step, type StepOutcome, type StepRequest } from './step.ts';
import { withPictures } from './toolAnswer.ts';
import type { TurnStore } from './turnState.ts';
import { stringifyExact } from '../../base/exactJson.ts';

export interface CodeRequest {
  readonly messages: readonly JsonObject[];
  /** Tools that become code; at least one. */
  readonly functions: readonly ToolDefinition[];
  /** Tools that stay tools. */
  readonly others: readonly JsonObject[];
  /** All tools as the client sent them. */
  readonly tools: readonly JsonObject[];
  /** True if the client accepts several calls in one answer. */
  readonly parallel: boolean;
  /** Type check of scripts, if it differs from the default. */
  readonly typeCheck?: TypeCheckMode;
  /** Data for the records of scripts; if undefined, no record begins. */
  readonly about?: ScriptAbout;
}

export interface RanTurn {
  /** Calls that the client must make. If empty, the model is asked next. */
  readonly open: readonly ModelToolCall[];
  /** One `tool` message for each call of the model. */
  readonly results: readonly JsonObject[];
  /** True if every script was refused or failed before its first call. */
  readonly failedAtOnce: boolean;
}

/** The tools of scripts, and their type check if the request defines it. */
export interface ScriptTools extends ModelTools {
  readonly called: CalledTools;
  readonly typeCheck?: TypeCheckMode;
  readonly about?: ScriptAbout;
  /** Ends the scripts. */
  readonly signal: AbortSignal;
}

interface RanCall {
  readonly open: readonly ModelToolCall[];
  readonly content: JsonValue;
  readonly failedAtOnce: boolean;
}

export interface TurnRunnerOptions extends ModelToolsOptions {
  /** Store of turns. With a store, IDs of calls do not carry the state. */
  readonly turns?: TurnStore;
  /** Maximum number of scripts that run at once. */
  readonly scriptsAtOnce: number;
  /** Called when a script has ended, with the calls and bytes that it saved the model. */
  readonly onSpared?: (spared: Spared) => void;
  /** Decides if the client or the model gets the error of a script that differs from the answered one. */
  readonly lostTurns: LostTurns;
}

/** Arguments for a client if the model wrote none, because clients parse the text. */
export const noArguments = '{}';
const sendUnchanged =
  'Send the script, its tools and its answers as they were, or a new script without answers.';
/** Maximum number of kept results of finished scripts. */
const mostResults = 1_000;

export class TurnRunner {
  readonly #options: TurnRunnerOptions;
  readonly #modelTools: ModelToolsCache;
  readonly #slots: RunSlots;
  /** Ends of finished scripts by the hash of all that decided them. */
  readonly #results = new Map<string, RanCall & { readonly result: string }>();

  constructor(options: TurnRunnerOptions) {
    this.#options = options;
    this.#modelTools = new ModelToolsCache(options);
    this.#slots = new RunSlots(options.scriptsAtOnce);
  }

  /** Returns false if there is no store, so that IDs of calls must carry the state. */
  keep(turn: Turn): boolean {
    this.#options.turns?.keep(turn.id, turn);
    return this.#options.turns !== undefined;
  }

  /** Returns the tools of a request for its scripts, which `signal` ends. */
  async toolsOf(request: CodeRequest, signal: AbortSignal): Promise<ScriptTools> {
    const { functions, others, typeCheck, about } = request;
    const tools = await this.#modelTools.of(functions);
    const names = [...functions.map(({ name }) => name), ...others.flatMap((tool) => toolName(tool) ?? [])];
    const called = new CalledTools(names, tools.methods);
    return { ...tools, called, ...(typeCheck && { typeCheck }), ...(about && { about }), signal };
  }

  /** Finds the turns in the messages of a request. Throws a `ChatError`. */
  async history(messages: readonly JsonObject[]): Promise<readonly HistoryPart[]> {
    const { turns, lostTurns } = this.#options;
    return readHistory(messages, await recallTurns(messages, turns), lostTurns);
  }

  /** Notes the results of finished scripts and searches. Throws a `ChatError`; rejects if the signal is aborted. */
  async run(turn: Turn, tools: ScriptTools): Promise<RanTurn> {
    const ran = await Promise.all(turn.calls.map((call) => this.#call(turn, call, tools)));
    const results = turn.calls.map(({ made, result, pictures }, index) => {
      const content = result === undefined ? (ran[index]?.content ?? '') : withPictures(result, pictures);
      return { role: 'tool', tool_call_id: made.id, content };
    });
    return {
      open: ran.flatMap(({ open }) => open),
      results,
      failedAtOnce: ran.every(({ failedAtOnce }) => failedAtOnce),
    };
  }

  /** Runs one step of the script in a call. Throws if the signal is aborted. */
  async step(turn: Turn, call: TurnCall, scripts: ScriptTools): Promise<StepOutcome> {
    const { tools, typeCheck, about, signal } = scripts;
    const { state, isOver } = turn;
    const { code, title } = withoutNulls<JsonObject>(readArguments(call.made.text) ?? {});
    const seed = seedOf(turn, call);
    // A script of before is not one that begins.
    const { records } = this.#options;
    const record = records?.step(seed, isOver ? undefined : about);
    const outcome = await this.#step({
      code,
      title,
      tools,
      answers: call.answers,
      seed,
      start: state.start,
      ...(typeCheck && { typeCheck }),
      ...(record && { journal: record.journal }),
      signal,
    }).catch((error: unknown) => {
      if (record) records?.abandon(seed);
      throw error;
    });
    if (outcome.kind !== 'calls') record?.ended(outcome.run);
    else if (isOver) records?.abandon(seed);
    else record?.waits();
    signal.throwIfAborted();
    const runId = record?.id;
    return runId === undefined || outcome.kind === 'calls'
      ? outcome
      : { ...outcome, run: { ...outcome.run, runId } };
  }

  /**
   * Notes the result of a script for the model, and counts the calls and bytes that the script saved the model. A
   * script of an earlier turn has already been counted.
   */
  ended({ isOver }: Turn, call: TurnCall, result: string): void {
    call.result = result;
    if (isOver) return;
    const bytes = call.answers.reduce((sum, answer) => sum + bytesRead(answer.text), 0);
    this.#options.onSpared?.(sparedOf(call.answers.length, bytes, bytesRead(result)));
  }

  async #call(turn: Turn, call: TurnCall, tools: ScriptTools): Promise<RanCall> {
    const { name, text } = call.made;
    if (name !== 'executeCode' && name !== 'findTools') return ownCall(turn, call, tools.called);
    if (call.result !== undefined) return answered(call.result);
    const input = readArguments(text);
    if (!input)
      return {
        ...answered(`The arguments of ${name} are not a JSON object. Send them again, as valid JSON.`),
        failedAtOnce: true,
      };
    if (name === 'findTools') {
      call.result = await answerFindTools(tools.engine, input, defaultBudget, tools.signal);
      return answered(call.result);
    }
    return this.#script(turn, call, input['code'], tools);
  }

  async #script(
    turn: Turn,
    call: TurnCall,
    code: JsonValue | undefined,
    tools: ScriptTools,
  ): Promise<RanCall> {
    const { isOver, state } = turn;
    const { hash, typeCheck } = tools;
    const script = [seedOf(turn, call), state.start, code ?? null, typeCheck ?? null];
    const key = await hashOf(script, call.answers);
    // The result of a finished script is valid even if the tools have changed, because the answers contain all calls.
    const known = this.#results.get(key) ?? this.#results.get(`${key} ${hash}`);
    if (known) {
      call.result = known.result;
      return known;
    }
    const outcome = await this.step(turn, call, tools);
    if (outcome.kind === 'calls' && isOver) return answered(unfinished(outcome, call.answers.length));
    if (outcome.kind === 'calls') return answered('', clientCalls(turn, call, outcome.calls));
    const { kind, run } = outcome;
    const [error] = run.errors;
    if (error?.code === 'diverged' && !isOver && this.#options.lostTurns === 'refused')
      throw invalid('messages', `${error.message} ${sendUnchanged}`, 'script_diverged');
    const { text } = await formatResult(run, defaultBudget);
    this.ended(turn, call, text);
    const failedAtOnce = kind === 'failed' && run.calls.length === 0;
    const ended = { ...answered(text), result: text, failedAtOnce };
    setNewest(this.#results, kind === 'done' ? key : `${key} ${hash}`, ended, mostResults);
    return ended;
  }

  /** Runs the step when a slot is free, because hundreds of clients may wait. */
  async #step(request: StepRequest): Promise<StepOutcome> {
    const { signal } = request;
    signal.throwIfAborted();
    if (!(await this.#slots.take(signal))) signal.throwIfAborted();
    try {
      // A script that the user cancelled in the list of runs must not continue.
      const { engine, records } = this.#options;
      const isCancelled = records?.isCancelled(request.seed) === true;
      return await step(engine, isCancelled ? { ...request, signal: AbortSignal.abort() } : request);
    } finally {
      this.#slots.giveBack();
    }
  }
}

/** Hashes a script and its answers with pauses for the event loop, because answers may have megabytes together. */
async function hashOf(script: JsonValue, answers: readonly AnsweredCall[]): Promise<string> {
  const slice = new TimeSlice();
  const hash = createHash('sha256').update(stringifyExact(script));
  for (const answer of answers) {
    hash.update(stringifyExact(answer));
    if (slice.isOver) await slice.yieldIfOver();
  }
  return hash.digest('base64');
}

/** Returns the seed of a script, which is the same at all its steps. */
function seedOf({ id }: Turn, { index }: TurnCall): string {
  return `${id} ${index}`;
}

/** Returns calls of a script for the client. */
export function clientCalls(
  { id: turn }: Turn,
  { index }: TurnCall,
  calls: readonly StepCall[],
): RanTurn['open'] {
  return calls.map(({ call, tool, input }) =>
    toolCall(writeCallId({ turn, index, call }), tool, stringifyExact(input)),
  );
}

function answered(content: JsonValue, open: RanTurn['open'] = []): RanCall {
  return { open, content, failedAtOnce: false };
}

function ownCall(
  { id: turn, isOver }: Turn,
  { made: { name, text }, index, ownAnswer }: TurnCall,
  called: CalledTools,
): RanCall {
  if (ownAnswer !== undefined) return answered(ownAnswer);
  if (!called.has(name)) {
    const next = `Call executeCode with code that calls tools as tools.${requestNamespace}.<tool>({ ... }).`;
    return { ...answered(`There is no tool "${name}". ${next}`), failedAtOnce: true };
  }
  return isOver
    ? answered('Error: this call was not answered.')
    : answered('', [toolCall(writeCallId({ turn, index, call: 0 }), name, text || noArguments)]);
}

const mostNamed = 20;

function unfinished({ calls }: Extract<StepOutcome, { kind: 'calls' }>, finished: number): string {
  const named = calls.slice(0, mostNamed).map(({ tool, input }) => `- ${tool}(${shortJson(input, 200)})`);
  const more = calls.length > mostNamed ? [`- and ${calls.length - mostNamed} more`] : [];
  return [
    `The script did not end: the conversation went on before these calls were answered (${finished} others were).`,
    ...named,
    ...more,
    'Whether they took place is unknown.',
  ].join('\n');
}
