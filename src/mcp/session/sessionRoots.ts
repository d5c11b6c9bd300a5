// The folders that a server may work in (MCP roots), and the order that MCP does not give: a server that asks for them may change what its
// tools reach as soon as it has the answer (server-filesystem replaces its own folders). So a call waits for that, and all calls of a script
// meet the same folders.
import { stat } from 'node:fs/promises';
import { basename, relative, isAbsolute } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { waitAtMost, untilAborted } from '../../base/withTimeout.ts';
import type { RootsHistory, SessionOptions } from './session.ts';

/** How long a server that asked before is given to ask again. server-everything takes 350 ms. */
const askMs = 1_000;
/**
 * How long a server may take to apply the answer after it has read it, at least. server-filesystem looks at each folder on the disk: 1 to
 * 20 ms. One that takes long to answer a ping, on a busy machine say, is given this many times as long.
 */
const applyMs = { least: 50, pings: 5 };
const pingMs = 1_000;
/** How long a call waits at most. A server may ask again and again; once that was waited for, nothing is before the roots change. */
const mostMs = 3_000;

interface SessionRootsParts extends Pick<SessionOptions, 'log'> {
  readonly client: Client;
  /** As absolute paths. */
  readonly folders: () => readonly string[];
  readonly history: RootsHistory;
  /** Absolute paths that the server's definition names. */
  readonly ownPaths: readonly string[];
}

export class SessionRoots {
  readonly #parts: SessionRootsParts;
  /** What calls wait for. */
  #settling: Promise<void> | undefined;
  #expected = Promise.withResolvers<undefined>();
  /** Whether something was answered since `initialize`: what a server asks at once has come before it. */
  #answered = false;
  #isApplying = false;
  #askedAgain = false;
  #isGivenUp = false;
  #callsInFlight = 0;

  /** Before the client is connected. */
  constructor(parts: SessionRootsParts) {
    this.#parts = parts;
    parts.client.setRequestHandler('roots/list', () => this.#answer());
  }

  /** The session is open. */
  opened(): void {
    this.#expectQuestion();
  }

  /** The server has answered a request of ours. */
  answered(): void {
    this.#answered = true;
  }

  /** The server heard that the roots changed. */
  changed(): void {
    this.#isGivenUp = false;
    this.#expectQuestion();
  }

  /**
   * Settles when the server works in the folders that it will go on to work in, for a call to be made; aborting `signal` ends the wait.
   * Dispose of what it gives when the call has settled.
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

  #answer(): { roots: { uri: string; name: string }[] } {
    const folders = this.#parts.folders();
    if (!this.#isApplying) void this.#sayWhatIsNarrowed(folders);
    // What is asked during a call belongs to the call, which waits for the answer itself.
    if (this.#callsInFlight === 0) {
      this.#parts.history.asks = true;
      this.#expected.resolve(undefined);
      this.#askedAgain = true;
      if (!this.#isApplying) this.#settleAfter(() => this.#applied());
    }
    return { roots: folders.map(rootOf) };
  }

  #expectQuestion(): void {
    if (!this.#parts.history.asks) return;
    this.#expected = Promise.withResolvers();
    const { promise } = this.#expected;
    this.#settleAfter(() => waitAtMost(promise, askMs));
  }

  /** Pings stand behind the answer, and say that the server has read it; no message of MCP says that it has applied it. */
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
    // That it does not know pings is an answer, too.
    await this.#parts.client.ping({ timeout: pingMs }).catch(() => undefined);
    this.#answered = true;
  }

  /** Together with what calls wait for already. */
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
    const isFolder = await Promise.all(
      outside.map((path) =>
        stat(path).then(
          (found) => found.isDirectory(),
          () => false,
        ),
      ),
    );
    const folders = outside.filter((_path, index) => isFolder[index]);
    if (folders.length === 0 || history.saidNarrowed) return;
    history.saidNarrowed = true;
    log(
      `It got the MCP roots ${roots.join(', ')} and may use them in place of ${folders.join(', ')}, ` + 'which its definition names.',
      'warn',
    );
  }
}

/** MCP 2025-11-25, "Roots": the URI is a `file:` URL. */
function rootOf(folder: string): { uri: string; name: string } {
  return { uri: pathToFileURL(folder).href, name: basename(folder) };
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way));
}
