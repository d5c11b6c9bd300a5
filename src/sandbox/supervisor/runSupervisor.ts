// One run, as the supervisor thread sees it. The class waits for an instance, gives it the script, counts all its
// output against the quotas, measures its time and memory, and ends exactly once, when it kills the instance.
import { displayLimit, maxInputParts, maxTicks, messageOverhead } from '../protocol/bounds.ts';
import {
  protocolViolation,
  sandboxDied,
  type FromRun,
  type RunEnd,
  type RunFailure,
  type ScriptCall,
  type Tick,
  type ToGuest,
  type ToRun,
  type ToSupervisor,
} from '../protocol/messages.ts';
import { isJsonWithin, isMostlyText } from '../protocol/jsonScan.ts';
import { TickBatch } from '../protocol/tickBatch.ts';
import { limitErrors } from './limitErrors.ts';
import { CallQueue } from './callQueue.ts';
import { LimitTimers } from './limitTimers.ts';
import type { GuestMessage } from './guestMessage.ts';
import type { SandboxInstance, InstanceEnd, InstanceListener } from './instance.ts';

/** `port` leads to the host. */
type RunOptions = Pick<
  Extract<ToSupervisor, { readonly type: 'run' }>,
  'script' | 'limits' | 'course' | 'port'
> & { readonly onEnd: () => void };

const bytesPerMb = 1_048_576;
/** Maximum length of ticks that are sent to the host together, in characters. */
const maxTicksLength = 32_768;

export class RunSupervisor implements InstanceListener {
  readonly #options: RunOptions;
  readonly #toHost: TickBatch<FromRun>;
  readonly #queue: CallQueue<ScriptCall>;
  #instance: SandboxInstance | undefined;
  #timers: LimitTimers | undefined;
  #ticks = 0;
  #answersInTicks = 0;
  #calls = 0;
  #logBytes = 0;
  #displayBytes = 0;
  #full = false;
  #ended = false;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#toHost = new TickBatch(options.port);
    options.port.on('message', (batch: readonly ToRun[]) =>
      batch.forEach((message) => this.#receive(message)),
    );
    options.port.on('close', () => this.fail({ code: 'cancelled', message: 'Run cancelled.' }));
    this.#queue = new CallQueue(options.limits.callsAtOncePerServer);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Sends the script to an instance, which this run owns from now on. */
  start(instance: SandboxInstance): void {
    const { script, limits, course } = this.#options;
    this.#instance = instance;
    instance.attach(this, limits);
    const { body, sourceMap, args, results, names } = script;
    const message = sourceMap === undefined ? (['run', body] as const) : (['run', body, sourceMap] as const);
    instance.outbox.add(message, [args, results, names, JSON.stringify(limits), JSON.stringify(course)]);
    this.#timers = new LimitTimers({
      limits,
      meter: instance.meter,
      onBreach: (failure) => this.fail(failure),
    });
  }

  fail(failure: RunFailure): void {
    this.end({ ok: false, failure });
  }

  /** Ends the run and ignores all later output of the instance. Does nothing after the first end. */
  end(end: RunEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#timers?.stop();
    this.#instance?.lifecycle.kill();
    this.#toHost.add({ type: 'end', end, engine: this.#instance?.engine });
    this.#options.onEnd();
  }

  #receive(message: ToRun): void {
    if (message.type === 'reply')
      this.#answer(['reply', message.call, message.text !== undefined], message.text);
    else if (message.type === 'refuse') this.#answer(['refuse', message.call], message.error);
    else if (message.type === 'pause') this.#timers?.pause();
    else this.#timers?.resume();
  }

  onMessage(message: GuestMessage): void {
    if (message.type === 'done') this.end(this.#checkResult(message.text));
    else if (message.type === 'fail') this.fail(this.#wordFailure(message));
    else {
      const failure = this.#check(message);
      if (failure !== undefined) this.fail(failure);
    }
  }

  onEnd(end: InstanceEnd): void {
    const { limits } = this.#options;
    if (end.cause === 'memory') this.fail(limitErrors.heap(limits));
    else if (end.cause === 'cpu') this.fail(limitErrors.cpu(limits));
    else this.fail(sandboxDied(end.reason));
  }

  /** Replaces the message of an exceeded limit, because the guest does not know the limits' values. */
  #wordFailure({ type: _type, ...failure }: Extract<GuestMessage, { type: 'fail' }>): RunFailure {
    if (failure.code === 'result_limit') return limitErrors.result(this.#options.limits);
    return failure.code === 'memory_limit' ? limitErrors.heap(this.#options.limits) : failure;
  }

  #answer(message: Exclude<ToGuest, readonly ['run', ...unknown[]]>, value?: string): void {
    const call = message[1];
    if (!this.#queue.answered(call, messageOverhead + (value?.length ?? 0))) return;
    this.#instance?.outbox.add(message, value === undefined ? [] : [value], () => {
      this.#leave(this.#queue.taken(call));
    });
    this.#followQueue();
  }

  #checkResult(text: string | undefined): RunEnd {
    if (text === undefined) return { ok: true, text };
    if (Buffer.byteLength(text) > this.#options.limits.resultBytes)
      return { ok: false, failure: limitErrors.result(this.#options.limits) };
    return this.#isValue(text) ? { ok: true, text } : { ok: false, failure: violation };
  }

  /** Passes the message on, or returns the reason why the run must end. */
  #check(message: Exclude<GuestMessage, { type: 'done' | 'fail' }>): RunFailure | undefined {
    const { limits } = this.#options;
    switch (message.type) {
      case 'call':
        return this.#checkCall(message.call);
      case 'tick':
        return this.#checkTick(message.tick);
      case 'log':
      case 'progress':
        this.#logBytes +=
          messageOverhead + Buffer.byteLength(message.type === 'log' ? message.text : message.message);
        if (this.#logBytes > limits.logBytes) return limitErrors.logs(limits);
        break;
      case 'display':
        this.#displayBytes += messageOverhead + Buffer.byteLength(message.block);
        if (this.#displayBytes > displayLimit(limits)) return limitErrors.display(limits);
        if (!isMostlyText(message.block) || !this.#isValue(message.block)) return violation;
        break;
      // The other messages belong to the start of an instance.
      default:
        return violation;
    }
    this.#toHost.add(message);
    return undefined;
  }

  /** Checks a tick. A call is answered at most once, so a run has no more answers than calls. */
  #checkTick(tick: Tick): RunFailure | undefined {
    const [, first = 0] = tick;
    if (first > 0) this.#answersInTicks += tick.length - 1;
    if (!this.#options.course.record || this.#ticks === maxTicks || this.#answersInTicks > this.#calls)
      return violation;
    this.#ticks += 1;
    const json = JSON.stringify(tick);
    const { last } = this.#toHost;
    // Ticks are sent as text, because a guest may send many at once, and objects would cost the host more than their
    // text.
    if (last?.type === 'ticks' && last.json.length < maxTicksLength) last.json += `,${json}`;
    else this.#toHost.add({ type: 'ticks', json });
    return undefined;
  }

  /** Checks a call. The guest numbers its calls; a number out of order is forged. */
  #checkCall(call: ScriptCall): RunFailure | undefined {
    const { limits } = this.#options;
    const line = call.target === 'codemode' ? call.target : `tool ${call.server}`;
    const name = call.target === 'tool' ? call.tool : call.method;
    const { input } = call;
    this.#calls += 1;
    if (call.sequence !== this.#calls) return violation;
    if (this.#calls > limits.calls) return limitErrors.calls(limits);
    const bytes = Buffer.byteLength(input ?? '');
    if (bytes > limits.resultBytes || (input !== undefined && !this.#isValue(input, maxInputParts)))
      return violation;
    const size = messageOverhead + line.length + name.length + bytes;
    this.#leave(this.#queue.enter(call, line, size));
    return undefined;
  }

  /** Sends the call that has left the queue, if one has. */
  #leave(call: ScriptCall | undefined): void {
    if (call !== undefined) this.#toHost.add({ type: 'call', call });
    this.#followQueue();
  }

  /**
   * Adapts the timers to the queue, and stops reading from a script that sends more than is answered. Reading goes on
   * while an answer waits for the script, because a script that is sending cannot take the answer; the script's memory
   * limit bounds the data that piles up then.
   */
  #followQueue(): void {
    const { limits } = this.#options;
    this.#timers?.setWaiting(this.#queue.inFlight > 0);
    const { unanswered, untaken } = this.#queue;
    const memory = limits.residentMb * bytesPerMb;
    if (untaken > memory || unanswered > displayLimit(limits) + memory)
      this.fail(limitErrors.resident(limits));
    const full = unanswered > displayLimit(limits) && untaken === 0;
    if (full !== this.#full) this.#instance?.pauseReading(full);
    this.#full = full;
  }

  #isValue(json: string, maxParts?: number): boolean {
    return isJsonWithin(json, this.#options.limits.valueDepth, maxParts);
  }
}

const violation = sandboxDied(protocolViolation);
