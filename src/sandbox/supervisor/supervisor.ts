// The sandbox thread's work: one supervised run per script, fed from warm instances of the chosen engine.
import type { FromSupervisor, ToSupervisor } from '../protocol/messages.ts';
import type { SupervisorOptions } from '../protocol/sandboxOptions.ts';
import type { ProcessShape } from './commandLine.ts';
import { makeEngines, statusAtFirst, type Engines } from './engines.ts';
import type { InstanceSource } from './instancePool.ts';
import { StatusKeeper } from './statusKeeper.ts';
import { RunSupervisor } from './runSupervisor.ts';

export class Supervisor {
  readonly #post: (batch: readonly FromSupervisor[]) => void;
  readonly #engines: Promise<Engines>;
  readonly #status: StatusKeeper;
  readonly #runs = new Map<number, RunSupervisor>();
  #outbox: FromSupervisor[] = [];

  /** `post` takes what one tick of the event loop has to say, as one batch. */
  constructor(options: SupervisorOptions, post: (batch: readonly FromSupervisor[]) => void) {
    this.#post = post;
    this.#status = new StatusKeeper(statusAtFirst(options), (status) => this.#send({ type: 'status', status }));
    const note = (text: string) => this.#send({ type: 'note', text });
    this.#engines = makeEngines({ options, status: this.#status, note });
  }

  receive(message: Exclude<ToSupervisor, { type: 'dispose' }>): void {
    if (message.type === 'warm') void this.#warm({ ...message.limits, ...message.locale });
    else if (message.type === 'run') void this.#start(message);
    else if (message.type === 'status') void this.#tellStatus(message.request);
    else this.#toRun(message);
  }

  /** Ends every run and every instance; resolves when they are gone. */
  async dispose(): Promise<void> {
    for (const run of this.#runs.values()) run.fail({ code: 'cancelled', message: 'The sandbox was closed.' });
    await (await this.#source())?.close();
  }

  /** Undefined where nothing can run. */
  async #source(): Promise<InstanceSource | undefined> {
    const { source } = await this.#engines;
    return 'message' in source ? undefined : source;
  }

  async #warm(shape: ProcessShape): Promise<void> {
    (await this.#source())?.warm(shape);
  }

  async #tellStatus(request: number): Promise<void> {
    await (
      await this.#engines
    ).tested;
    this.#send({ type: 'status', status: this.#status.status, request });
  }

  async #start({ run, script, limits, course }: Extract<ToSupervisor, { type: 'run' }>): Promise<void> {
    const supervised = new RunSupervisor({
      script,
      limits,
      course,
      onEvent: (event) => this.#send({ type: 'event', run, event }),
      onEnd: (end, ticks) => {
        this.#runs.delete(run);
        this.#send({ type: 'end', run, end, ticks });
        void this.#source().then((source) => source?.onRunEnded());
      },
    });
    this.#runs.set(run, supervised);
    const { source } = await this.#engines;
    const acquired = 'message' in source ? source : await source.acquire({ ...limits, ...course.conditions });
    if ('message' in acquired) supervised.fail({ code: 'sandbox_unavailable', message: acquired.message });
    else if (supervised.ended) acquired.kill();
    else supervised.start(acquired);
  }

  #toRun(message: Extract<ToSupervisor, { type: 'reply' | 'refuse' | 'pause' | 'resume' | 'cancel' | 'violation' }>): void {
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
      case 'violation':
        return run?.violate();
      case 'cancel':
        return run?.fail({ code: 'cancelled', message: 'The run was cancelled.' });
    }
  }

  #send(message: FromSupervisor): void {
    if (this.#outbox.push(message) > 1) return;
    process.nextTick(() => {
      const batch = this.#outbox;
      this.#outbox = [];
      this.#post(batch);
    });
  }
}
