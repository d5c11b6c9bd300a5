// Which tools were seen to answer with images or audio: MCP has no way to declare it. Kept in one file of the workspace's storage; of the
// answers themselves nothing is.
import type { ContentBlock } from '../catalog/contentBlock.ts';
import { Listeners } from '../catalog/listeners.ts';
import { mediaKey, type MediaKind } from '../routing/routing.ts';
import { CacheFile, keptTools } from './cacheFile.ts';
import { setNewest } from '../catalog/setNewest.ts';

type Media = Exclude<MediaKind, 'app'>;

const version = 1;
/** Of those seen longest ago, more are forgotten. */
const mostTools = 2_000;

export class ObservedMedia {
  readonly #tools = new Map<string, Media>();
  readonly #listeners = new Listeners();
  readonly #file: CacheFile;

  /** Without `file` it knows what it saw until the process ends. */
  constructor({ file, log }: { readonly file: string | undefined; readonly log: (line: string) => void }) {
    const content = (kept: unknown) => {
      this.#takeIn(keptTools(kept, version));
      return { version, tools: Object.fromEntries(this.#tools) };
    };
    this.#file = new CacheFile({ file, what: 'The tools that answer with media', content, merges: true, log });
  }

  /** By `mediaKey`. */
  get tools(): ReadonlyMap<string, Media> {
    return this.#tools;
  }

  /** Reads what was kept; a file that cannot be read counts as empty. Never rejects. */
  async load(): Promise<void> {
    this.#takeIn(await this.#file.readTools(version));
  }

  /** What other sessions saw. */
  #takeIn(kept: ReadonlyArray<readonly [key: string, media: unknown]>): void {
    const before = this.#tools.size;
    for (const [key, media] of kept) {
      if (this.#tools.size >= mostTools) break;
      if ((media === 'image' || media === 'audio') && !this.#tools.has(key)) this.#tools.set(key, media);
    }
    if (this.#tools.size > before) this.#listeners.fire();
  }

  /** `server` and `tool` by their raw names. */
  observe(server: string, tool: string, content: readonly ContentBlock[]): void {
    const key = mediaKey(server, tool);
    const kinds = content.map(({ type }) => type);
    const media = kinds.includes('image') ? 'image' : kinds.includes('audio') ? 'audio' : undefined;
    if (media === undefined || this.#tools.has(key)) return;
    setNewest(this.#tools, key, media, mostTools);
    this.#file.writeSoon();
    this.#listeners.fire();
  }

  /** Fires when a tool was seen to answer with media for the first time. Returns the function that stops listening. */
  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Writes what is not yet written. */
  async dispose(): Promise<void> {
    this.#listeners.clear();
    await this.#file.dispose();
  }
}
