// Which tools were seen to answer with images or audio: MCP has no way to declare it. Kept in one file of the workspace's storage; of the
// answers themselves nothing is.
import type { ContentBlock } from '../catalog/contentBlock.ts';
import { Listeners } from '../base/listeners.ts';
import { mediaKey, type MediaKind } from '../routing/routing.ts';
import { CacheFile, keptTools } from './cacheFile.ts';
import { setNewest } from '../base/setNewest.ts';

type Media = Exclude<MediaKind, 'app'>;

const version = 1;
/** Of those seen longest ago, more are forgotten. */
const mostTools = 2_000;

export class ObservedMedia {
  /** Seen by earlier sessions. */
  #earlier: ReadonlyMap<string, Media> = new Map();
  readonly #seen = new Map<string, Media>();
  readonly #listeners = new Listeners();
  readonly #file: CacheFile;

  /** Without `file` no later session knows what it saw. */
  constructor({ file, log }: { readonly file: string | undefined; readonly log: (line: string) => void }) {
    const content = (kept: unknown) => {
      const others = mediaIn(keptTools(kept, version)).filter(([key]) => !this.#seen.has(key));
      return { version, tools: Object.fromEntries([...others, ...this.#seen].slice(-mostTools)) };
    };
    this.#file = new CacheFile({ file, what: 'The tools that answer with media', content, merges: true, log });
  }

  /**
   * The tools that earlier sessions saw, by `mediaKey`. A tool that answers with a picture in this session is offered as before, since a client
   * whose tools change within its session loses its prompt cache.
   */
  get tools(): ReadonlyMap<string, Media> {
    return this.#earlier;
  }

  /** Reads what was kept; a file that cannot be read counts as empty. Never rejects. */
  async load(): Promise<void> {
    this.#earlier = new Map(mediaIn(await this.#file.readTools(version)).slice(-mostTools));
    if (this.#earlier.size > 0) this.#listeners.fire();
  }

  /** `server` and `tool` by their raw names. */
  observe(server: string, tool: string, content: readonly ContentBlock[]): void {
    const key = mediaKey(server, tool);
    const kinds = content.map(({ type }) => type);
    const media = kinds.includes('image') ? 'image' : kinds.includes('audio') ? 'audio' : undefined;
    if (media === undefined || this.#seen.has(key)) return;
    setNewest(this.#seen, key, media, mostTools);
    this.#file.writeSoon();
  }

  /** Fires when those of earlier sessions are loaded. Returns the function that stops listening. */
  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Writes what is not yet written. */
  async dispose(): Promise<void> {
    this.#listeners.clear();
    await this.#file.dispose();
  }
}

function mediaIn(kept: ReadonlyArray<readonly [key: string, media: unknown]>): (readonly [string, Media])[] {
  return kept.flatMap(([key, media]) => (media === 'image' || media === 'audio' ? [[key, media] as const] : []));
}
