// Counts the calls of each tool in this workspace and keeps the counts in one file, so that a description without room for all tools leaves out
// those first that nobody called here. The file has names and counts only.
import { UsageCounts } from '../catalog/search/usageCounts.ts';
import { CacheFile, keptTools } from './cacheFile.ts';

const version = 1;
/** Tools that the file keeps; those that were called longest ago are forgotten first. */
const mostTools = 2_000;

export class KeptUsage extends UsageCounts {
  /** Calls of earlier sessions, by server and tool. */
  #earlier: ReadonlyMap<string, number> = new Map();
  /** Calls that the file does not have yet. */
  readonly #added = new Map<string, number>();
  readonly #file: CacheFile;

  /** Without `file` no later session knows of the calls. */
  constructor({ file, log }: { readonly file: string | undefined; readonly log: (line: string) => void }) {
    super();
    const content = (kept: unknown) => {
      const counts = new Map(countsIn(keptTools(kept, version)));
      for (const [key, count] of this.#added) {
        const before = counts.get(key) ?? 0;
        counts.delete(key);
        counts.set(key, before + count);
      }
      this.#added.clear();
      return { version, tools: Object.fromEntries([...counts].slice(-mostTools)) };
    };
    this.#file = new CacheFile({ file, what: 'The counts of calls', content, merges: true, log });
  }

  /** Reads what was kept; a file that cannot be read counts as empty. Never rejects. */
  async load(): Promise<void> {
    this.#earlier = new Map(countsIn(await this.#file.readTools(version)));
  }

  override record(server: string, tool: string): void {
    super.record(server, tool);
    const key = keyOf(server, tool);
    this.#added.set(key, (this.#added.get(key) ?? 0) + 1);
    this.#file.writeSoon();
  }

  /** Calls of earlier sessions: the same from the first to the last moment of this one. */
  earlierCallsOf(server: string, tool: string): number {
    return this.#earlier.get(keyOf(server, tool)) ?? 0;
  }

  /** Writes what is not yet written. */
  dispose(): Promise<void> {
    return this.#file.dispose();
  }
}

function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}

function countsIn(kept: ReadonlyArray<readonly [key: string, count: unknown]>): (readonly [string, number])[] {
  return kept.flatMap(([key, count]) =>
    typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? [[key, count] as const] : [],
  );
}
