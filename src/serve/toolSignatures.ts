// The signatures in `executeCode`'s description, made once for all clients: a server that announces changes without end must not have
// them made again for each of fifty sessions.
import type { Catalog } from '../catalog/catalog.ts';
import { Listeners } from '../catalog/listeners.ts';
import { rejectOnAbort } from '../catalog/withTimeout.ts';
import type { Declarations } from '../declarations/declarations.ts';
import type { Engine } from '../engine/executeScript.ts';
import { signaturesText } from './signatures.ts';

export interface ToolSignaturesOptions {
  readonly engine: Pick<Engine, 'snapshot'>;
  readonly catalog: Pick<Catalog, 'onDidChange'>;
  readonly declarations: Pick<Declarations, 'tool'>;
  /** Of the text; 0: it is empty. */
  readonly tokens: number;
  readonly countTokens: (text: string) => Promise<number>;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

/** How long the text waits for servers; those that are slower come with a change. */
const listMs = 3_000;
/** Servers that start together change the text once. */
const changeMs = 300;
/** While servers go on announcing changes, making the text again takes at most a twentieth of the time. */
const restShare = 20;
const mostRestMs = 5_000;

export class ToolSignatures implements Disposable {
  readonly #options: ToolSignaturesOptions;
  readonly #listeners = new Listeners();
  readonly #stopListening: () => void;
  readonly #ended = new AbortController();
  #made: Promise<string> | undefined;
  /** What clients read last. */
  #last: string | undefined;
  #isRead = false;
  #timer: NodeJS.Timeout | undefined;
  #madeInMs = 0;

  constructor(options: ToolSignaturesOptions) {
    this.#options = options;
    this.#stopListening = options.catalog.onDidChange(() => this.#changed());
  }

  /** The text as of now. Rejects when `signal` aborts. */
  read(signal: AbortSignal): Promise<string> {
    this.#isRead = true;
    return rejectOnAbort(this.#made ?? this.#begin(), signal);
  }

  /** Fires when the text is another one. Returns the function that stops listening. */
  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  [Symbol.dispose](): void {
    this.#stopListening();
    this.#ended.abort();
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #begin(): Promise<string> {
    const made = this.#make();
    this.#made = made;
    // The next client that asks tries again.
    made.catch(() => (this.#made = undefined));
    return made;
  }

  async #make(): Promise<string> {
    const { engine, declarations, tokens, countTokens } = this.#options;
    if (tokens === 0) return '';
    const { servers } = await engine.snapshot({ servers: 'all', signal: this.#ended.signal, timeoutMs: listMs });
    const start = performance.now();
    this.#last = await signaturesText(servers, declarations, tokens, countTokens);
    this.#madeInMs = performance.now() - start;
    return this.#last;
  }

  #changed(): void {
    if (!this.#isRead || this.#timer) return;
    this.#timer = setTimeout(() => void this.#makeAgain(), Math.min(mostRestMs, Math.max(changeMs, restShare * this.#madeInMs)));
  }

  /** Only what clients would read otherwise is a change. */
  async #makeAgain(): Promise<void> {
    this.#timer = undefined;
    const before = this.#last;
    try {
      if ((await this.#begin()) !== before) this.#listeners.fire();
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      this.#options.log(`The list of tools could not be made again: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
