// One run as the sandbox thread sees it: waits for a process, gives it the script, counts everything that comes out
// against the quotas, keeps the clocks, and ends exactly once, killing the process.
import {
  displayLimit,
  messageOverhead,
  maxTurns,
  type RunCourse,
  type RunEnd,
  type RunFailure,
  type RunLimits,
  type ScriptEvent,
  type ScriptText,
  type Turn,
} from '../protocol.ts';
import { breach } from './breach.ts';
import { CallQueue } from './callQueue.ts';
import { Clocks } from './clocks.ts';
import { isBoundedJson, type GuestMessage } from './guestMessage.ts';
import type { ProcessMeter } from './processMeter.ts';
import { breachReason, type ProcessEnd, type ProcessListener, type SandboxProcess } from './sandboxProcess.ts';

export interface RunOptions {
  readonly script: ScriptText;
  readonly limits: RunLimits;
  readonly course: RunCourse;
  readonly meter: ProcessMeter;
  readonly onEvent: (event: ScriptEvent) => void;
  readonly onEnd: (end: RunEnd, turns: readonly Turn[]) => void;
}

export class SupervisedRun implements ProcessListener {
  readonly #options: RunOptions;
  readonly #queue: CallQueue;
  #process: SandboxProcess | undefined;
  #clocks: Clocks | undefined;
  readonly #turns: Turn[] = [];
  #calls = 0;
  #logBytes = 0;
  #displayBytes = 0;
  #full = false;
  #ended = false;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#queue = new CallQueue(options.limits.callsAtOncePerServer);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Sends the script to a process, which this run owns from now on. */
  start(process: SandboxProcess): void {
    const { script, limits, course, meter } = this.#options;
    this.#process = process;
    process.attach(this, limits);
    process.send(['run', script.body, script.args, script.results, script.names, JSON.stringify(limits), JSON.stringify(course)]);
    this.#clocks = new Clocks({
      pid: process.pid ?? 0,
      limits,
      meter,
      isWaiting: () => this.#queue.inFlight > 0,
      onBreach: (failure) => this.fail(failure),
    });
  }

  reply(call: number, text: string | undefined): void {
    this.#answer(call, (process) => process.reply(call, text));
  }

  refuse(call: number, error: string): void {
    this.#answer(call, (process) => process.send(['refuse', call, error]));
  }

  pause(): void {
    this.#clocks?.pause();
  }

  resume(): void {
    this.#clocks?.resume();
  }

  fail(failure: RunFailure): void {
    this.end({ ok: false, failure });
  }

  /** The first end counts; whatever comes out of the process afterwards is not looked at. */
  end(end: RunEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#clocks?.stop();
    this.#process?.kill();
    this.#options.onEnd(end, this.#turns);
  }

  onMessage(message: GuestMessage): void {
    if (message.type === 'done') this.end(this.#judgeResult(message.text));
    else if (message.type === 'fail') this.fail(message.code === 'result_limit' ? breach.result(this.#options.limits) : message);
    else {
      const failure =
        message.type === 'event' ? this.#judgeEvent(message.event) : message.type === 'turn' ? this.#judgeTurn(message.turn) : forged;
      if (failure !== undefined) this.fail(failure);
    }
  }

  onEnd(end: ProcessEnd): void {
    const { limits } = this.#options;
    if (end.cause === 'memory') this.fail(breach.heap(limits));
    else if (end.cause === 'cpu') this.fail(breach.cpu(limits));
    else this.fail(died(end.reason));
  }

  #answer(call: number, send: (process: SandboxProcess) => void): void {
    if (!this.#queue.answered(call)) return;
    if (this.#process !== undefined) send(this.#process);
    this.#applyBackpressure();
  }

  #judgeResult(text: string | undefined): RunEnd {
    if (text === undefined) return { ok: true, text };
    if (Buffer.byteLength(text) > this.#options.limits.resultBytes) return { ok: false, failure: breach.result(this.#options.limits) };
    return this.#isValue(text) ? { ok: true, text } : { ok: false, failure: forged };
  }

  /** Passes the event on, or says why the run must end instead. */
  #judgeEvent(event: ScriptEvent): RunFailure | undefined {
    const { limits, onEvent } = this.#options;
    switch (event.type) {
      case 'tool':
        return this.#judgeCall(event, `tool ${event.server}`, event.input);
      case 'codemode':
        return this.#judgeCall(event, event.type, event.params);
      case 'log':
      case 'progress':
        this.#logBytes += messageOverhead + Buffer.byteLength(event.type === 'log' ? event.text : event.message);
        if (this.#logBytes > limits.logBytes) return breach.logs(limits);
        break;
      case 'display':
        this.#displayBytes += messageOverhead + Buffer.byteLength(event.block);
        if (this.#displayBytes > displayLimit(limits)) return breach.display(limits);
        if (!this.#isValue(event.block)) return forged;
    }
    onEvent(event);
    return undefined;
  }

  /** A turn is begun by at most as many answers as there were calls. */
  #judgeTurn(turn: Turn): RunFailure | undefined {
    const { course, limits } = this.#options;
    if (!course.record || this.#turns.length === maxTurns || turn.length > limits.calls + 1) return forged;
    this.#turns.push(turn);
    return undefined;
  }

  /** Calls are numbered by the process; a number out of order is a forgery. */
  #judgeCall(event: ScriptEvent & { readonly call: number }, line: string, json: string | undefined): RunFailure | undefined {
    const { limits, onEvent } = this.#options;
    this.#calls += 1;
    if (event.call !== this.#calls) return forged;
    if (this.#calls > limits.calls) return breach.calls(limits);
    const bytes = Buffer.byteLength(json ?? '');
    if (bytes > limits.resultBytes || (json !== undefined && !this.#isValue(json))) return forged;
    this.#queue.enter(event.call, line, bytes, () => onEvent(event));
    this.#applyBackpressure();
    return undefined;
  }

  /** A script that sends more than is answered waits for the answers. */
  #applyBackpressure(): void {
    const full = this.#queue.bytes > displayLimit(this.#options.limits);
    if (full !== this.#full) this.#process?.pauseReading(full);
    this.#full = full;
  }

  #isValue(json: string): boolean {
    return isBoundedJson(json, this.#options.limits.valueDepth);
  }
}

function died(reason: string): RunFailure {
  return { code: 'sandbox_died', message: `${reason}. Run the script again; if it happens again, do less in one run.` };
}

const forged = died(breachReason);
