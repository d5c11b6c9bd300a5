// One run as the sandbox thread sees it: waits for an isolate, gives it the script, counts everything that comes out
// against the quotas, keeps the clocks, and ends exactly once, killing the isolate.
import { displayLimit, messageOverhead, maxTurns } from '../protocol/bounds.ts';
import type { RunCourse, RunEnd, RunFailure, RunLimits, ScriptEvent, ScriptText, ToGuest, Turn } from '../protocol/messages.ts';
import { breach } from './breach.ts';
import { CallQueue } from './callQueue.ts';
import { Clocks } from './clocks.ts';
import { isMostlyText } from './guestFrame.ts';
import { isBoundedJson, type GuestMessage } from './guestMessage.ts';
import { breachReason, type Isolate, type IsolateEnd, type IsolateListener } from './isolate.ts';

export interface RunOptions {
  readonly script: ScriptText;
  readonly limits: RunLimits;
  readonly course: RunCourse;
  readonly onEvent: (event: ScriptEvent) => void;
  readonly onEnd: (end: RunEnd, turns: readonly Turn[]) => void;
}

const bytesPerMb = 1_048_576;

export class SupervisedRun implements IsolateListener {
  readonly #options: RunOptions;
  readonly #queue: CallQueue;
  #isolate: Isolate | undefined;
  #clocks: Clocks | undefined;
  readonly #turns: Turn[] = [];
  #answersInTurns = 0;
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

  /** Sends the script to an isolate, which this run owns from now on. */
  start(isolate: Isolate): void {
    const { script, limits, course } = this.#options;
    this.#isolate = isolate;
    isolate.attach(this, limits);
    const { body, args, results, names } = script;
    isolate.send(JSON.stringify(['run', body, args, results, names, JSON.stringify(limits), JSON.stringify(course)] satisfies ToGuest));
    this.#clocks = new Clocks({
      limits,
      meter: isolate.meter,
      onBreach: (failure) => this.fail(failure),
    });
  }

  /** The value is put in as it is: as a text within JSON, large answers would take twice as long. */
  reply(call: number, text: string | undefined): void {
    this.#answer(call, text === undefined ? `["reply",${call}]` : `["reply",${call},${text}]`);
  }

  refuse(call: number, error: string): void {
    this.#answer(call, JSON.stringify(['refuse', call, error] satisfies ToGuest));
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

  /** The first end counts; whatever comes out of the isolate afterwards is not looked at. */
  end(end: RunEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#clocks?.stop();
    this.#isolate?.kill();
    this.#options.onEnd(end, this.#turns);
  }

  onMessage(message: GuestMessage): void {
    if (message.type === 'done') this.end(this.#judgeResult(message.text));
    else if (message.type === 'fail') this.fail(this.#wordFailure(message));
    else {
      const failure =
        message.type === 'event' ? this.#judgeEvent(message.event) : message.type === 'turn' ? this.#judgeTurn(message.turn) : forged;
      if (failure !== undefined) this.fail(failure);
    }
  }

  onEnd(end: IsolateEnd): void {
    const { limits } = this.#options;
    if (end.cause === 'memory') this.fail(breach.heap(limits));
    else if (end.cause === 'cpu') this.fail(breach.cpu(limits));
    else this.fail(died(end.reason));
  }

  /** Limits are worded here, with their values. */
  #wordFailure(failure: RunFailure): RunFailure {
    if (failure.code === 'result_limit') return breach.result(this.#options.limits);
    return failure.code === 'memory_limit' ? breach.heap(this.#options.limits) : failure;
  }

  #answer(call: number, json: string): void {
    if (!this.#queue.answered(call, json.length)) return;
    this.#isolate?.send(json, () => {
      this.#queue.taken(call);
      this.#tellClocks();
      this.#applyBackpressure();
    });
    this.#tellClocks();
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
      case 'feature':
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
        if (!isMostlyText(event.block) || !this.#isValue(event.block)) return forged;
    }
    onEvent(event);
    return undefined;
  }

  /** Each call is answered once, at most, which begins a turn. */
  #judgeTurn(turn: Turn): RunFailure | undefined {
    const [, first = 0, ...others] = turn;
    if (first > 0) this.#answersInTurns += 1 + others.length;
    if (!this.#options.course.record || this.#turns.length === maxTurns || this.#answersInTurns > this.#calls) return forged;
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
    this.#tellClocks();
    this.#applyBackpressure();
    return undefined;
  }

  /**
   * A script that sends more than is answered waits for the answers: no more of it is read. While an answer waits for the
   * script, reading goes on, since in the middle of sending it can take none; what piles up then is bounded by its memory.
   */
  #applyBackpressure(): void {
    const { limits } = this.#options;
    const { unanswered, untaken } = this.#queue;
    const memory = limits.residentMb * bytesPerMb;
    if (untaken > memory || unanswered > displayLimit(limits) + memory) this.fail(breach.resident(limits));
    const full = unanswered > displayLimit(limits) && untaken === 0;
    if (full !== this.#full) this.#isolate?.pauseReading(full);
    this.#full = full;
  }

  #tellClocks(): void {
    this.#clocks?.setWaiting(this.#queue.inFlight > 0);
  }

  #isValue(json: string): boolean {
    return isBoundedJson(json, this.#options.limits.valueDepth);
  }
}

function died(reason: string): RunFailure {
  return { code: 'sandbox_died', message: `${reason}. Run the script again; if it happens again, do less in one run.` };
}

const forged = died(breachReason);
