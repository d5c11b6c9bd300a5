// Runs the scripts in one answer of the model as far as the client's answers allow: to open calls for the client, or to
// results for the model.
import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { setNewest } from '../../base/setNewest.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { formatResult } from '../../engine/formatting/index.ts';
import {
  answerFindTools,
  defaultBudget,
  bytesRead,
  sparedOf,
  type Engine,
  type TypeCheckMode,
  type Spared,
} from '../../engine/index.ts';
import { shortJson } from './shortJson.ts';
import { RunSlots } from '../../sandbox/index.ts';
import { readArguments, toolCall, type ModelToolCall } from '../askModel.ts';
import type { CalledTools } from './calledTools.ts';
import { writeCallId } from './callId.ts';
import { invalid } from './chatError.ts';
import type { LostTurns, Turn } from './history.ts';
import type { ModelTools } from './modelTools.ts';
import { requestNamespace, type AnsweredCall, type StepCall } from './requestTools.ts';
import type { ScriptAbout, ScriptRecords } from './scriptRecords.ts';
import { step, type StepOutcome, type StepRequest } from './step.ts';
import { withPictures } from './toolAnswer.ts';
import { stringifyExact } from '../../base/exactJson.ts';

export interface RanTurn {
  /** Calls that the client must make. If empty, the model is asked next. */
  readonly open: readonly ModelToolCall[];
  /** One `tool` message for each call of the model. */
  readonly results: readonly JsonObject[];
  /** Results of finished scripts and searches for the model, by index. */
  readonly finished: ReadonlyMap<number, string>;
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
  /** The content of a finished script or search, which does not change any more; undefined for other calls. */
  readonly result?: string;
  readonly failedAtOnce: boolean;
}

export interface TurnRunnerOptions {
  readonly engine: Engine;
  /** Maximum number of scripts that run at once. */
  readonly scriptsAtOnce: number;
  /** Records of scripts; undefined if scripts are not recorded. */
  readonly records?: ScriptRecords;
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
  readonly #slots: RunSlots;
  readonly #results = new Map<string, RanCall>();
  /** Hashes of answers that are kept between steps. */
  readonly #hashes = new WeakMap<AnsweredCall, string>();

  constructor(options: TurnRunnerOptions) {
    this.#options = options;
    this.#slots = new RunSlots(options.scriptsAtOnce);
  }

  /** Throws a `ChatError`; rejects if the signal is aborted. */
  async run(turn: Turn, tools: ScriptTools): Promise<RanTurn> {
    const ran = await Promise.all(
      turn.state.calls.map((call, index) => this.#call(turn, call, index, tools)),
    );
    const results = turn.state.calls.map(({ id }, index) => {
      const { content = '', result } = ran[index] ?? {};
      const shown = result === undefined ? content : withPictures(result, turn.pictures.get(index) ?? []);
      return { role: 'tool', tool_call_id: id, content: shown };
    });
    return {
      open: ran.flatMap(({ open }) => open),
      results,
      finished: new Map(ran.flatMap(({ result }, index) => (result === undefined ? [] : [[index, result]]))),
      failedAtOnce: ran.every(({ failedAtOnce }) => failedAtOnce),
    };
  }

  /** Runs one step of the script at this index. Throws if the signal is aborted. */
  async step(turn: Turn, index: number, scripts: ScriptTools): Promise<StepOutcome> {
    const { tools, typeCheck, about, signal } = scripts;
    const { state, answers: all, isOver } = turn;
    const { code, title } = readArguments(state.calls[index]?.text ?? '') ?? {};
    const [seed, answers] = [seedOf(turn, index), all.get(index) ?? []];
    // A script of before is not one that begins.
    const { records } = this.#options;
    const record = records?.step(seed, isOver ? undefined : about);
    const outcome = await this.#step({
      code,
      title,
      tools,
      answers,
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
   * Counts the calls and bytes that the script at this index saved the model, which receives `result`. A script of an
   * earlier turn has already been counted.
   */
  ended({ answers, isOver }: Turn, index: number, result: string): void {
    if (isOver) return;
    const given = answers.get(index) ?? [];
    const bytes = given.reduce((sum, answer) => sum + bytesRead('', answer.result.content), 0);
    this.#options.onSpared?.(sparedOf(given.length, bytes, bytesRead(result)));
  }

  async #call(turn: Turn, call: ModelToolCall, index: number, tools: ScriptTools): Promise<RanCall> {
    const { name, text } = call;
    if (name !== 'executeCode' && name !== 'findTools') return ownCall(turn, call, index, tools.called);
    const known = turn.results.get(index);
    if (known !== undefined) return finished(known);
    const input = readArguments(text);
    if (!input)
      return {
        ...answered(`The arguments of ${name} are not a JSON object. Send them again, as valid JSON.`),
        failedAtOnce: true,
      };
    if (name === 'findTools')
      return finished(await answerFindTools(tools.engine, input, defaultBudget, tools.signal));
    return this.#script(turn, index, input['code'], tools);
  }

  async #script(
    turn: Turn,
    index: number,
    code: JsonValue | undefined,
    tools: ScriptTools,
  ): Promise<RanCall> {
    const answers = turn.answers.get(index) ?? [];
    const { isOver, state } = turn;
    const { hash, typeCheck } = tools;
    const key = hashOf(
      stringifyExact([
        seedOf(turn, index),
        state.start,
        code ?? null,
        typeCheck ?? null,
        await this.#hashesOf(answers),
      ]),
    );
    // The result of a finished script is valid even if the tools have changed, because the answers contain all calls.
    const known = this.#results.get(key) ?? this.#results.get(`${key} ${hash}`);
    if (known) return known;
    const outcome = await this.step(turn, index, tools);
    if (outcome.kind === 'calls' && isOver) return answered(unfinished(outcome, answers.length));
    if (outcome.kind === 'calls') return answered('', clientCalls(turn, index, outcome.calls));
    const { kind, run } = outcome;
    const [error] = run.errors;
    if (error?.code === 'diverged' && !isOver && this.#options.lostTurns === 'refused')
      throw invalid('messages', `${error.message} ${sendUnchanged}`, 'script_diverged');
    const { text } = await formatResult(run, defaultBudget);
    this.ended(turn, index, text);
    const ran = { ...finished(text), failedAtOnce: kind === 'failed' && run.calls.length === 0 };
    setNewest(this.#results, kind === 'done' ? key : `${key} ${hash}`, ran, mostResults);
    return ran;
  }

  /** Hashes the answers with pauses for the event loop, because they may have megabytes together. */
  async #hashesOf(answers: readonly AnsweredCall[]): Promise<readonly string[]> {
    const slice = new TimeSlice();
    const hashes: string[] = [];
    for (const answer of answers) {
      const hash = this.#hashes.get(answer) ?? hashOf(stringifyExact(answer));
      this.#hashes.set(answer, hash);
      hashes.push(hash);
      if (slice.isOver) await slice.yieldIfOver();
    }
    return hashes;
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

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Returns the seed of a script, which is the same at all its steps. */
function seedOf({ id }: Turn, index: number): string {
  return `${id} ${index}`;
}

/** Returns calls of the script at this index for the client. */
export function clientCalls({ id: turn }: Turn, index: number, calls: readonly StepCall[]): RanTurn['open'] {
  return calls.map(({ call, tool, input }) =>
    toolCall(writeCallId({ turn, index, call }), tool, stringifyExact(input)),
  );
}

function answered(content: JsonValue, open: RanTurn['open'] = []): RanCall {
  return { open, content, failedAtOnce: false };
}

function finished(result: string): RanCall {
  return { ...answered(result), result };
}

function ownCall(
  { id: turn, ownAnswers, isOver }: Turn,
  { name, text }: ModelToolCall,
  index: number,
  called: CalledTools,
): RanCall {
  const content = ownAnswers.get(index);
  if (content !== undefined) return answered(content);
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
