// Starts the guest on either engine: creates the globals that a script sees, waits for the script, and passes answers
// on to it.
import type { RunCourse, RunLimits, ToGuest } from '../protocol/messages.ts';
import { makeAbortClasses } from './abort.ts';
import { Calls } from './calls.ts';
import { ScriptClock } from './clock.ts';
import { makeCodemode, type RunData } from './codemode.ts';
import type { BorrowOptions } from './compartment.ts';
import { makeConsole, type ConsoleOptions } from './console.ts';
import { makeCrypto } from './crypto.ts';
import type { HostBindings } from './hostBindings.ts';
import { makeMath, SeededRandom } from './random.ts';
import { ScriptExecution } from './runScript.ts';
import { makeJson } from './scriptJson.ts';
import { StackTraces } from './stackTraces.ts';
import { asCallback, Timers } from './timers.ts';
import { makeTools, type ToolNames } from './tools.ts';
import { Schedule, type ArrivedAnswer } from './schedule.ts';
import { HostChannel, readFrames } from './hostChannel.ts';
import { ToolError, type ToolFailure } from './toolError.ts';

/** The parts that an engine supplies to the guest. Each function is called once, in this order. */
interface Engine {
  readonly bindings: HostBindings;
  /** Returns the engine's own globals that scripts get. */
  readonly borrowGlobals: (options: BorrowOptions) => Record<string, unknown>;
  /**
   * Locks the language down. `stackTraces` records errors from this call on. `borrowed` is the result of
   * `borrowGlobals`.
   */
  readonly lockDown: (stackTraces: StackTraces, borrowed: Record<string, unknown>) => void;
  /**
   * Creates the only realm that a script sees and returns the function that evaluates text in it. The realm holds the
   * language, `own`, which the engine hardens, and `tools`, a proxy that answers for every name. The proxy cannot be
   * hardened and refuses every change by itself.
   */
  readonly makeRealm: (
    own: Record<string, unknown>,
    tools: { readonly tools: object },
  ) => (source: string) => unknown;
}

/** Waits for the one script, and runs it. */
export function boot({ bindings, borrowGlobals, lockDown, makeRealm }: Engine): void {
  let started: RunData | undefined;
  const current = (): RunData => {
    if (started === undefined) throw new Error('Script not started.');
    return started;
  };
  const locale = () => started?.course.conditions.locale ?? 'en-US';
  const channel = new HostChannel(bindings);
  const stackTraces = new StackTraces(bindings);
  const parts = { bindings, channel, stackTraces, limits: () => current().limits };
  const calls = new Calls(parts);
  const clock = new ScriptClock();
  const random = new SeededRandom(bindings);
  const schedule = new Schedule({
    bindings,
    clock,
    calls,
    enter: (work) => run.enter(work),
    record: (tick) => channel.postLater(['tick', ...tick]),
    abandon: (code, message) => run.fail(code, message),
  });
  const timers = new Timers(schedule);
  const guard = (work: () => void) => run.guard(work);
  const borrowed = {
    ...borrowGlobals({ clock, locale }),
    ...runGlobals({ bindings, clock, random, guard }),
  };

  lockDown(stackTraces, borrowed);
  const timerFunctions = timers.globals();
  const log: ConsoleOptions['log'] = (level, text, place) => run.log(level, text, place);
  const own = {
    ...borrowed,
    ...timerFunctions,
    ...makeAbortClasses(timerFunctions.setTimeout),
    ToolError,
    console: makeConsole({ log, stackTraces, now: clock.elapsed }),
    codemode: makeCodemode({ calls, channel, byteLength: bindings.byteLength, data: current }),
  };
  const evaluate = makeRealm(own, { tools: makeTools(() => current().names, calls) });
  const run = new ScriptExecution({ ...parts, clock, calls, timers, evaluate });

  bindings.onFrames((frames) => {
    const { messages, next } = readFrames(frames);
    const [first] = messages;
    if (first?.[0] !== 'run') {
      schedule.answers(messages.flatMap((message) => answerOf(message, next, calls)));
      return;
    }
    const [, body, sourceMap] = first;
    run.enter(() => {
      started = runData(next);
      const { course } = started;
      random.start(course.conditions.seed);
      schedule.start(course);
      run.start(body, sourceMap);
    });
  });
  channel.post(['ready']);
}

interface RunGlobalsOptions {
  readonly bindings: HostBindings;
  readonly clock: ScriptClock;
  readonly random: SeededRandom;
  /** Runs a callback of the script within its tick. */
  readonly guard: (work: () => void) => void;
}

/** Returns the globals that depend on the run. Must be called before lockdown. */
function runGlobals({ bindings, clock, random, guard }: RunGlobalsOptions): Record<string, unknown> {
  const { queueMicrotask } = globalThis;
  return {
    Math: makeMath(random.number),
    JSON: makeJson(),
    queueMicrotask: (callback: unknown) => {
      const work = asCallback(callback, 'queueMicrotask');
      queueMicrotask(() => guard(work));
    },
    crypto: makeCrypto(random, bindings.digest),
    performance: { now: clock.elapsed },
  };
}

/** Reads the values that follow the script, in their order. The host wrote them, so they need no validation. */
function runData(next: () => unknown): RunData {
  return {
    args: next(),
    results: next(),
    names: next() as ToolNames,
    limits: next() as RunLimits,
    course: next() as RunCourse,
  };
}

/** Reads an answer to a call and its value, which the host wrote, too. */
function answerOf(message: ToGuest, next: () => unknown, calls: Calls): ArrivedAnswer[] {
  if (message[0] === 'run') return [];
  const [type, call, hasValue] = message;
  const value = type === 'refuse' || hasValue ? next() : undefined;
  const missing = type === 'refuse' && (value as ToolFailure).code === 'unanswered';
  const deliver = () => (type === 'refuse' ? calls.refuse(call, value) : calls.answer(call, value));
  return [{ call, deliver, missing }];
}
