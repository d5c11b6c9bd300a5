// The sandbox thread's work: one supervised run per script, fed from a pool of warm isolates of the chosen engine.
import { readFileSync } from 'node:fs';
import type { FromThread, ThreadOptions, ToThread } from '../protocol/messages.ts';
import type { ProcessShape } from './commandLine.ts';
import { chooseOsWall } from './findOsWall.ts';
import type { Isolate, StartFailure } from './isolate.ts';
import { ProcessPool } from './processPool.ts';
import { meterOf } from './processMeter.ts';
import { SandboxProcess } from './sandboxProcess.ts';
import { SupervisedRun } from './supervisedRun.ts';
import { WasmIsolate } from './wasmIsolate.ts';
import { WasmKit } from './wasmKit.ts';

export class SandboxThread {
  readonly #post: (batch: readonly FromThread[]) => void;
  /** Or why nothing can run. */
  readonly #pool: Promise<ProcessPool | StartFailure>;
  readonly #runs = new Map<number, SupervisedRun>();
  #outbox: FromThread[] = [];

  /** `post` takes what one turn of the event loop has to say, as one batch. */
  constructor(options: ThreadOptions, post: (batch: readonly FromThread[]) => void) {
    this.#post = post;
    this.#pool = makePool(options, (text) => this.#send({ type: 'note', text }));
  }

  receive(message: Exclude<ToThread, { type: 'dispose' }>): void {
    if (message.type === 'warm') void this.#warm({ ...message.limits, ...message.locale });
    else if (message.type === 'run') void this.#start(message);
    else this.#toRun(message);
  }

  /** Ends every run and every isolate; resolves when they are gone. */
  async dispose(): Promise<void> {
    for (const run of this.#runs.values()) run.fail({ code: 'cancelled', message: 'The sandbox was closed.' });
    const pool = await this.#pool;
    if (pool instanceof ProcessPool) await pool.close();
  }

  async #warm(shape: ProcessShape): Promise<void> {
    const pool = await this.#pool;
    if (pool instanceof ProcessPool) pool.warm(shape);
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
        void this.#pool.then((pool) => pool instanceof ProcessPool && pool.onRunEnded());
      },
    });
    this.#runs.set(run, supervised);
    const pool = await this.#pool;
    const acquired = pool instanceof ProcessPool ? await pool.acquire({ ...limits, ...course.conditions }) : pool;
    if ('message' in acquired) supervised.fail({ code: 'sandbox_unavailable', message: acquired.message });
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
  ' Where no process can be started, the setting codeMode.sandbox.engine = "wasm" runs scripts without one: several times slower, and without Intl.';

/** Finds out what isolates of the chosen engine are made of; starts none yet. */
async function makePool(options: ThreadOptions, note: (text: string) => void): Promise<ProcessPool | StartFailure> {
  const { engine, spares, idleMs } = options;
  const start = engine === 'wasm' ? machineStarter(options, note) : await processStarter(options, note);
  return typeof start === 'function'
    ? new ProcessPool({ start, spares, idleMs, advice: engine === 'wasm' ? '' : wasmAdvice, note })
    : start;
}

type Start = (shape: ProcessShape) => Isolate;

/** Reads the guest, finds the wall of the operating system that is asked for. */
async function processStarter(options: ThreadOptions, note: (text: string) => void): Promise<Start | StartFailure> {
  const { execPath, allowUnconfined } = options;
  const search = { platform: process.platform, path: process.env['PATH'] ?? '', execPath };
  const found = await chooseOsWall(options.osWall, search, note);
  if (!found.ok) return { message: found.why, final: true };
  let cache: Buffer | undefined;
  const codeCache = { get: () => cache, keep: (made: Buffer) => (cache = made) };
  const guest = readFileSync(options.guestFile);
  const kit = { execPath, allowUnconfined, wall: found.wall, guest, codeCache, meter: meterOf(process.platform) };
  return (shape) => new SandboxProcess(kit, shape);
}

/** Its files are beside this thread's own. The operating system can wall processes only. */
function machineStarter({ osWall }: ThreadOptions, note: (text: string) => void): Start | StartFailure {
  const unwalled = 'the wasm engine (codeMode.sandbox.engine, --engine) runs scripts in no process of their own';
  if (osWall === 'required') return { message: `codeMode.sandbox.os (--sandbox-os) is "required", and ${unwalled}.`, final: true };
  if (osWall === 'auto') note(`Scripts run without a wall of the operating system (codeMode.sandbox.os, --sandbox-os): ${unwalled}.`);
  const kit = new WasmKit(new URL('wasm/', import.meta.url));
  return (shape) => new WasmIsolate(kit, shape);
}
