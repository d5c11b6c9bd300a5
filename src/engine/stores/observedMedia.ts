// Records which tools have returned images or audio, because MCP has no declaration for it. The records are in one file
// of the workspace's storage and contain no results.
import type { ContentBlock } from '../../base/contentBlock.ts';
import { Listeners } from '../../base/listeners.ts';
import { mediaKey, type MediaKind } from '../../catalog/index.ts';
import { CacheFile, type KeptTools } from '../../base/files/cacheFile.ts';
import { setNewest } from '../../base/setNewest.ts';

type Media = Exclude<MediaKind, 'app'>;

const version = 1;
/** Maximum number of tools; the oldest observations are removed. */
const mostTools = 2_000;

export class ObservedMedia {
  /** Observations of earlier sessions. */
  #earlier: ReadonlyMap<string, Media> = new Map();
  readonly #seen = new Map<string, Media>();
  readonly #listeners = new Listeners();
  readonly #file: CacheFile;

  /** If `file` is undefined, the observations end with the process. */
  constructor({ file, log }: { readonly file: string | undefined; readonly log: (line: string) => void }) {
    const content = (kept: KeptTools) => {
      const others = mediaIn(kept).filter(([key]) => !this.#seen.has(key));
      return [...others, ...this.#seen].slice(-mostTools);
    };
    this.#file = new CacheFile({
      file,
      what: 'The tools that answer with media',
      version,
      content,
      merges: true,
      log,
    });
  }

  /**
   * Tools that returned media in earlier sessions, by `mediaKey`. Observations of this session do not appear here,
   * because a client loses its prompt cache if its tools change during a session.
   */
  get tools(): ReadonlyMap<string, Media> {
    return this.#earlier;
  }

  /** Reads the stored observations. An unreadable file counts as empty. Never rejects. */
  async load(): Promise<void> {
    this.#earlier = new Map(mediaIn(await this.#file.readTools()).slice(-mostTools));
    if (this.#earlier.size > 0) this.#listeners.fire();
  }

  /** `server` and `tool` are raw names. */
  observe(server: string, tool: string, content: readonly ContentBlock[]): void {
    const key = mediaKey(server, tool);
    const kinds = content.map(({ type }) => type);
    const media = kinds.includes('image') ? 'image' : kinds.includes('audio') ? 'audio' : undefined;
    if (media === undefined || this.#seen.has(key)) return;
    setNewest(this.#seen, key, media, mostTools);
    this.#file.writeSoon();
  }

  /** Calls `listener` when the observations of earlier sessions are loaded. Returns what removes the listener. */
  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Writes pending changes. */
  async dispose(): Promise<void> {
    this.#listeners.clear();
    await this.#file.dispose();
  }
}

function mediaIn(kept: KeptTools): (readonly [string, Media])[] {
  return kept.flatMap(([key, media]) =>
    media === 'image' || media === 'audio' ? [[key, media] as const] : [],
  );
}
