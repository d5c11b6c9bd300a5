// MCP roots: the folders in which a server may work. MCP does not define when roots take effect: a server that asks for
// them may change the reach of its tools as soon as it has the response (server-filesystem replaces its own folders). A
// call therefore waits for this change, so that all calls of a script use the same folders.
import { stat } from 'node:fs/promises';
import { basename, relative, isAbsolute } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { waitAtMost, untilAborted } from '../../base/withTimeout.ts';
import type { RootsHistory, SessionOptions } from './session.ts';

/** Time in milliseconds that a server which asked before has to ask again. server-everything takes 350 ms. */
const askMs = 1_000;
/**
 * Time that a server has to apply the roots after it has read them. server-filesystem looks at each folder on the disk,
 * which takes 1 to 20 ms. `least` is the minimum in milliseconds; if a ping takes long, for example on a busy machine,
 * the time is `pings` times that of the ping.
 */
const applyMs = { least: 50, pings: 5 };
const pingMs = 1_000;
/**
 * Maximum time in milliseconds that a call waits. A server may ask again and again; after one wait of this length, no
 * call waits until the roots change.
 */
const mostMs = 3_000;

interface SessionRootsParts extends Pick<SessionOptions, 'log'> {
  readonly client: Client;
  /** Returns absolute paths. */
  readonly folders: () => readonly string[];
  readonly history: RootsHistory;
  /** Absolute paths in the server's definition. */
  readonly ownPaths: readonly string[];
}

export class SessionRoots {
  readonly #parts: SessionRootsParts;
  /** The work for which calls wait. */
  #settling: Promise<void> | undefined;
  #expected = Promise.withResolvers<undefined>();
  /**
   * True once the server has answered a request after `initialize`. A request for roots that the server sends right
   * after its start arrives before such an answer.
   */
  #answered = false;
  #isApplying = false;
  #askedAgain = false;
  #isGivenUp = false;
  #callsInFlight = 0;

  /** Must be called before the client is connected. */
  constructor(parts: SessionRootsParts) {
    this.#parts = parts;
    parts.client.setRequestHandler('roots/list', () => this.#answer());
  }

  /** Called when the server has answered a request. */
  answered(): void {
    this.#answered = true;
  }

  /** Called when the session is open, and when the server has been notified of changed roots. */
  changed(): void {
    this.#isGivenUp = false;
    if (!this.#parts.history.asks) return;
    this.#expected = Promise.withResolvers();
    const { promise } = this.#expected;
    this.#settleAfter(() => waitAtMost(promise, askMs));
  }

  /**
   * Resolves when the server uses its current roots, so that a call can be made. Aborting `signal` ends the wait. The
   * caller must dispose of the result when the call has settled.
   */
  async callBegins(signal: AbortSignal): Promise<Disposable> {
    if (!this.#answered && !this.#settling) this.#settleAfter(() => this.#ping());
    if (this.#settling && !this.#isGivenUp) await this.#settled(signal);
    this.#callsInFlight += 1;
    return { [Symbol.dispose]: () => (this.#callsInFlight -= 1) };
  }

  async #settled(signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(mostMs)]);
    while (this.#settling && !ended.aborted) await untilAborted(this.#settling, ended);
    if (this.#settling && !signal.aborted) this.#isGivenUp = true;
  }

  #answer() {
    const folders = this.#parts.folders();
    if (!this.#isApplying) void this.#sayWhatIsNarrowed(folders);
    // A request for roots during a call belongs to that call, which waits for the response itself.
    if (this.#callsInFlight === 0) {
      this.#parts.history.asks = true;
      this.#expected.resolve(undefined);
      this.#askedAgain = true;
      if (!this.#isApplying) this.#settleAfter(() => this.#applied());
    }
    return { roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) })) };
  }

  /**
   * Waits until the server has applied the roots. Pings are sent after the response, so the answer to a ping proves
   * that the server has read the response; no MCP message says that the server has applied it.
   */
  async #applied(): Promise<void> {
    this.#isApplying = true;
    while (this.#askedAgain) {
      this.#askedAgain = false;
      await delay(0);
      const asked = performance.now();
      await this.#ping();
      await delay(Math.max(applyMs.least, applyMs.pings * (performance.now() - asked)));
      await this.#ping();
    }
    this.#isApplying = false;
  }

  async #ping(): Promise<void> {
    // An error response counts too, because it proves that the server has read the ping.
    await this.#parts.client.ping({ timeout: pingMs }).catch(() => undefined);
    this.#answered = true;
  }

  /** Adds `work` to the work for which calls wait. */
  #settleAfter(work: () => Promise<void>): void {
    const settling = Promise.all([this.#settling, work()]).then(() => {
      if (this.#settling === settling) this.#settling = undefined;
    });
    this.#settling = settling;
  }

  async #sayWhatIsNarrowed(roots: readonly string[]): Promise<void> {
    const { history, ownPaths, log } = this.#parts;
    if (roots.length === 0) return;
    const outside = ownPaths.filter((path) => !roots.some((root) => isWithin(path, root)));
    const found = await Promise.all(outside.map((path) => stat(path).catch(() => undefined)));
    const folders = outside.filter((_path, index) => found[index]?.isDirectory());
    if (folders.length === 0 || history.saidNarrowed) return;
    history.saidNarrowed = true;
    log(
      `It got the MCP roots ${roots.join(', ')} and may use them in place of ${folders.join(', ')}, ` +
        'which its definition names.',
      'warn',
    );
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way));
}
