// The work of the supervisor thread: supervises one run per script, each in an instance that the pool has ready.
import type { MessagePort } from 'node:worker_threads';
import type { FromSupervisor, ToSupervisor } from '../protocol/messages.ts';
import { statusAtFirst, type SandboxStatus, type SupervisorOptions } from '../protocol/sandboxOptions.ts';
import { debugsWithPermission, type ProcessShape } from './commandLine.ts';
import { makeEngines, type Engines } from './engines.ts';
import type { InstancePool } from './instancePool.ts';
import { RunSupervisor } from './runSupervisor.ts';

export class Supervisor {
  readonly #port: MessagePort;
  readonly #engines: Promise<Engines>;
  readonly #runs = new Set<RunSupervisor>();
  /** Status of the engine, the meter and the confinement. */
  #status: SandboxStatus;

  /**
   * `port` leads to the host. Its messages are typed and not validated, because they come from Code Mode's own code in
   * the same process.
   */
  constructor(options: SupervisorOptions, port: MessagePort) {
    this.#port = port;
    const { engine, osConfinement, debug } = options;
    this.#status = {
      ...statusAtFirst(engine, osConfinement),
      ...(debug && { debug: { permission: debugsWithPermission() } }),
    };
    this.#engines = makeEngines({
      options,
      setStatus: (change) => this.#setStatus(change),
      note: (text) => this.#tell({ type: 'note', text }),
      onInspector: (address) => this.#tell({ type: 'inspector', address }),
    });
    port.on('message', (message: ToSupervisor) => this.#receive(message));
  }

  #receive(message: ToSupervisor): void {
    if (message.type === 'warm') void this.#warm({ ...message.limits, ...message.locale }, message.runs);
    else if (message.type === 'run') void this.#start(message);
    else if (message.type === 'status') void this.#answerStatus();
    else void this.#dispose();
  }

  /** Ends every run and every instance, and then the thread. */
  async #dispose(): Promise<void> {
    for (const run of this.#runs) run.fail({ code: 'cancelled', message: 'Sandbox closed.' });
    await (await this.#pool())?.close();
    this.#port.close();
  }

  /** Returns the pool of instances; undefined if nothing can run. */
  async #pool(): Promise<InstancePool | undefined> {
    const { pool } = await this.#engines;
    return 'message' in pool ? undefined : pool;
  }

  async #warm(shape: ProcessShape, runs: number): Promise<void> {
    (await this.#pool())?.warm(shape, runs);
  }

  async #answerStatus(): Promise<void> {
    const { tested } = await this.#engines;
    await tested;
    this.#tell({ type: 'status', status: this.#status, isAnswer: true });
  }

  /** Reports the status only if it has changed. */
  #setStatus(change: Partial<SandboxStatus>): void {
    const changed = { ...this.#status, ...change };
    if (JSON.stringify(changed) === JSON.stringify(this.#status)) return;
    this.#status = changed;
    this.#tell({ type: 'status', status: changed });
  }

  async #start({
    type: _type,
    startsOthers,
    ...options
  }: Extract<ToSupervisor, { type: 'run' }>): Promise<void> {
    let over: (() => void) | undefined;
    const run = new RunSupervisor({
      ...options,
      onEnd: () => {
        this.#runs.delete(run);
        over?.();
        void this.#pool().then((pool) => pool?.onRunEnded());
      },
    });
    this.#runs.add(run);
    const { pool } = await this.#engines;
    const acquired =
      'message' in pool ? pool : await pool.acquire({ ...options.limits, ...options.course.conditions });
    if ('message' in acquired) run.fail({ code: 'sandbox_unavailable', message: acquired.message });
    else if (run.ended) acquired.lifecycle.kill();
    else run.start(acquired);
    if (startsOthers && !run.ended && !('message' in pool)) over = pool.expectMore();
  }

  #tell(message: FromSupervisor): void {
    this.#port.postMessage(message);
  }
}
