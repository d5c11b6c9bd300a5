// What ends the command from outside. The first signal stops what it does, and lets it say what became of it; soon after, the command
// is gone with its servers, whatever they do. The second signal does not wait for that.
import type { ExitCode } from './exitCode.ts';

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const satisfies Record<string, ExitCode>;
type Name = keyof typeof exitCodes;

/** From the signal on: when servers that are left get SIGTERM, and when all is ended. */
interface EndTimes {
  readonly termAfterMs: number;
  readonly endAfterMs: number;
}

/** Time for calls to end, and for the receipt. */
const afterCalls: EndTimes = { termAfterMs: 700, endAfterMs: 1_500 };
const atOnce: EndTimes = { termAfterMs: 0, endAfterMs: 200 };

export class Interruption {
  readonly #aborter = new AbortController();
  readonly #servers = new Set<(signal: NodeJS.Signals) => void>();
  #first: Name | undefined;
  #times = afterCalls;

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /** As a shell counts signals; undefined while there was none. */
  get exitCode(): ExitCode | undefined {
    return this.#first && exitCodes[this.#first];
  }

  listen(): void {
    process.on('SIGINT', () => this.#receive('SIGINT'));
    process.on('SIGTERM', () => this.#receive('SIGTERM'));
  }

  /** For a command that calls no tool. */
  endsAtOnce(): void {
    this.#times = atOnce;
  }

  /** `send` hands a signal to the groups of all servers that run. */
  endsToo(send: (signal: NodeJS.Signals) => void): void {
    this.#servers.add(send);
  }

  #receive(name: Name): void {
    if (this.#first) this.#end(name);
    this.#first ??= name;
    this.#aborter.abort();
    // Neither keeps a command that is done.
    setTimeout(() => this.#tellServers('SIGTERM'), this.#times.termAfterMs).unref();
    setTimeout(() => this.#end(name), this.#times.endAfterMs).unref();
  }

  #tellServers(signal: NodeJS.Signals): void {
    for (const send of this.#servers) send(signal);
  }

  /**
   * By the signal itself: `process.exit` would wait for what the system does for us, such as reading a pipe. Windows knows no signals, and
   * would say 1.
   */
  #end(name: Name): void {
    try {
      this.#tellServers('SIGKILL');
      if (process.stdin.isTTY) process.stdin.setRawMode(false);
    } finally {
      process.removeAllListeners(name);
      if (process.platform === 'win32') process.exit(exitCodes[name]);
      process.kill(process.pid, name);
    }
  }
}
