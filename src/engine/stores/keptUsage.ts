// Counts the calls of each tool in a workspace and stores the counts in one file. A tool description without room for
// all tools omits rarely called tools first. The file contains only names and counts.
import { UsageCounts } from '../../catalog/index.ts';
import { CacheFile, type KeptTools } from '../../base/files/cacheFile.ts';

const version = 1;
/** Maximum number of tools in the file. The least recently called are removed. */
const mostTools = 2_000;

export class KeptUsage extends UsageCounts {
  /** Calls of earlier sessions by server and tool. */
  #earlier: ReadonlyMap<string, number> = new Map();
  /** Calls that are not yet in the file. */
  readonly #added = new Map<string, number>();
  readonly #file: CacheFile;

  /** If `file` is undefined, the counts end with the process. */
  constructor({ file, log }: { readonly file: string | undefined; readonly log: (line: string) => void }) {
    super();
    const content = (kept: KeptTools) => {
      const counts = new Map(countsIn(kept));
      for (const [key, count] of this.#added) {
        const before = counts.get(key) ?? 0;
        counts.delete(key);
        counts.set(key, before + count);
      }
      this.#added.clear();
      return [...counts].slice(-mostTools);
    };
    this.#file = new CacheFile({ file, what: 'The counts of calls', version, content, merges: true, log });
  }

  /** Reads the stored counts. An unreadable file counts as empty. Never rejects. */
  async load(): Promise<void> {
    this.#earlier = new Map(countsIn(await this.#file.readTools()));
  }

  override record(server: string, tool: string): void {
    super.record(server, tool);
    const key = keyOf(server, tool);
    this.#added.set(key, (this.#added.get(key) ?? 0) + 1);
    this.#file.writeSoon();
  }

  /** Returns the calls of earlier sessions. The number does not change during a session. */
  earlierCallsOf(server: string, tool: string): number {
    return this.#earlier.get(keyOf(server, tool)) ?? 0;
  }

  /** Writes pending changes. */
  dispose(): Promise<void> {
    return this.#file.dispose();
  }
}

function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}

function countsIn(kept: KeptTools): (readonly [string, number])[] {
  return kept.flatMap(([key, count]) =>
    typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? [[key, count] as const] : [],
  );
}
