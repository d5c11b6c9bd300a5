// The sandbox thread's work: one supervised run per script, fed from a pool of warm isolates of the chosen engine.
import { readFileSync } from 'node:fs';
import type { FromThread, ThreadOptions, ToThread } from '../protocol.ts';
import type { ProcessShape } from './commandLine.ts';
import type { Isolate } from './isolate.ts';
import { ProcessPool } from './processPool.ts';
import { meterOf } from './processMeter.ts';
import { SandboxProcess } from './sandboxProcess.ts';
import { SupervisedRun } from './supervisedRun.ts';
import { WasmIsolate } from './wasmIsolate.ts';
import { WasmKit } from './wasmKit.ts';

export class SandboxThread {
  readonly #post: (batch: readonly FromThread[]) => void;
  readonly #pool: ProcessPool;
  readonly #advice: string;
  readonly #runs = new Map<number, SupervisedRun>();
  #outbox: FromThread[] = [];

  /** `post` takes what one turn of the event loop has to say, as one batch. */
  constructor(options: ThreadOptions, post: (batch: readonly FromThread[]) => void) {
    const { engine, spares, idleMs } = options;
    const start = engine === 'wasm' ? startMachines() : startProcesses(options);
    this.#advice = engine === 'wasm' ? '' : ` ${wasmAdvice}`;
    this.#post = post;
    this.#pool = new ProcessPool({ start, spares, idleMs, note: (text) => this.#send({ type: 'note', text }) });
  }

  receive(message: Exclude<ToThread, { type: 'dispose' }>): void {
    if (message.type === 'warm') this.#pool.warm({ ...message.limits, ...message.locale });
    else if (message.type === 'run') void this.#start(message);
    else this.#toRun(message);
  }

  /** Ends every run and every isolate; resolves when they are gone. */
  async dispose(): Promise<void> {
    for (const run of this.#runs.values()) run.fail({ code: 'cancelled', message: 'The sandbox was closed.' });
    await this.#pool.close();
  }

  async #start({ run, script, limits, course }: Extract<ToThread, { type: 'run' }>): Promise<void> {
    const supervised = new SupervisedRun({
      script,
      limits,
      course,
      onEvent: (event) => this.#send({ type: 'event', run, event }),
      onEnd: (end, turns) => {
        this.#runs.delete(run);
        this.#send({ type: 'end', run, end, turns });
        this.#pool.onRunEnded();
      },
    });
    this.#runs.set(run, supervised);
    const acquired = await this.#pool.acquire({ ...limits, ...course.conditions });
    if ('message' in acquired) supervised.fail({ code: 'sandbox_unavailable', message: acquired.message + this.#advice });
    else if (supervised.ended) acquired.kill();
    else supervised.start(acquired);
  }

  #toRun(message: Extract<ToThread, { type: 'reply' | 'refuse' | 'pause' | 'resume' | 'cancel' }>): void {
    const run = this.#runs.get(message.run);
    switch (message.type) {
      case 'reply':
        return run?.reply(message.call, message.text);
      case 'refuse':
        return run?.refuse(message.call, message.error);
      case 'pause':
        return run?.pause();
      case 'resume':
        return run?.resume();
      case 'cancel':
        return run?.fail({ code: 'cancelled', message: 'The run was cancelled.' });
    }
  }

  #send(message: FromThread): void {
    if (this.#outbox.push(message) > 1) return;
    process.nextTick(() => {
      const batch = this.#outbox;
      this.#outbox = [];
      this.#post(batch);
    });
  }
}

const wasmAdvice =
  'Where no process can be started, the setting codeMode.sandbox.engine = "wasm" runs scripts without one: several times slower, and without Intl.';

type Start = (shape: ProcessShape) => Isolate;

function startProcesses({ execPath, allowUnconfined, guestFile }: ThreadOptions): Start {
  let cache: Buffer | undefined;
  const codeCache = { get: () => cache, keep: (made: Buffer) => (cache = made) };
  const kit = { execPath, allowUnconfined, guest: readFileSync(guestFile), codeCache, meter: meterOf(process.platform) };
  return (shape) => new SandboxProcess(kit, shape);
}

/** Its files are beside this thread's own. */
function startMachines(): Start {
  const kit = new WasmKit(new URL('wasm/', import.meta.url));
  return (shape) => new WasmIsolate(kit, shape);
}
