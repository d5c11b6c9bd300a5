// Handles SIGINT and SIGTERM. The first signal aborts the work and lets the command report the effects; shortly
// afterwards the command and its servers are ended in any case. A second signal ends them at once.
import type { ExitCode } from './exitCode.ts';

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const satisfies Record<string, ExitCode>;
type Name = keyof typeof exitCodes;

/**
 * Times in milliseconds after the signal: the remaining servers get SIGTERM, and everything is ended. They leave time
 * for calls to finish and for the receipt.
 */
const afterCalls = { termAfterMs: 700, endAfterMs: 1_500 };
const atOnce = { termAfterMs: 0, endAfterMs: 200 };

export class Interruption {
  readonly #aborter = new AbortController();
  #tellServers: (signal: NodeJS.Signals) => void = () => undefined;
  #first: Name | undefined;
  #times = afterCalls;

  /** Aborts at the first signal. */
  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /** The exit code that a shell uses for the signal; undefined if there was no signal. */
  get exitCode(): ExitCode | undefined {
    return this.#first && exitCodes[this.#first];
  }

  listen(): void {
    process.on('SIGINT', () => this.#receive('SIGINT'));
    process.on('SIGTERM', () => this.#receive('SIGTERM'));
  }

  /** Shortens the times for a command that calls no tools. */
  endsAtOnce(): void {
    this.#times = atOnce;
  }

  /** Registers the servers of the command. `send` sends a signal to the process groups of all running servers. */
  endsToo(send: (signal: NodeJS.Signals) => void): void {
    this.#tellServers = send;
  }

  #receive(name: Name): void {
    if (this.#first) this.#end(name);
    this.#first ??= name;
    this.#aborter.abort();
    // The timers do not keep a finished command alive.
    setTimeout(() => this.#tellServers('SIGTERM'), this.#times.termAfterMs).unref();
    setTimeout(() => this.#end(name), this.#times.endAfterMs).unref();
  }

  /**
   * Ends the process by the signal itself, because `process.exit` would wait for pending system operations, such as
   * reading a pipe. Windows has no signals and would report exit code 1.
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
