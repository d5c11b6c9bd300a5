// Collects notes about calls whose name or input was read in another way than written. Each note is given once.
import type { CatalogTool } from '../../catalog/index.ts';
import type { ContentBlock } from '../../base/contentBlock.ts';

const most = 10;
/** The reference to a page snapshot in an answer of @playwright/mcp, in Markdown. */
const snapshotFile = /\[Snapshot\]\([^()\s]{1,500}\)/;
/** Maximum number of characters of a text that are searched. */
const mostRead = 20_000;

export class CallNotes {
  /** Notes by kind and tool: a script may vary a name without end. */
  readonly #notes = new Map<string, string>();

  /** Notes which tool was called if the script used other names than those of the tool. */
  names({ server, tool: name }: { readonly server: string; readonly tool: string }, tool: CatalogTool): void {
    const ownServer = server === tool.namespace || server === tool.server;
    const ownTool = name === tool.method || name === tool.name;
    const key = `name of ${tool.path}`;
    if (!(ownServer && ownTool) && !this.#notes.has(key))
      this.#notes.set(key, `tools.${server}.${name} was read as ${tool.path}.`);
  }

  input({ path }: CatalogTool, note: string): void {
    this.#notes.set(`input of ${path}`, note);
  }

  unchecked({ path }: CatalogTool): void {
    this.#notes.set(
      `check of ${path}`,
      `Arguments of ${path} are checked only by its server: its schema takes too long.`,
    );
  }

  /** Notes an answer that refers to a page snapshot by file name. `tools` are the tools of the same server. */
  snapshot({ path }: CatalogTool, content: readonly ContentBlock[], tools: readonly CatalogTool[]): void {
    const isNamed = content.some(
      (block) => block.type === 'text' && snapshotFile.test(block.text.slice(0, mostRead)),
    );
    const shows = isNamed
      ? tools.find((tool) => /snapshot$/i.test(tool.method) && tool.path !== path)
      : undefined;
    if (shows)
      this.#notes.set(
        `snapshot of ${path}`,
        `${path} gives the page's snapshot as a file; ${shows.path} gives it as text.`,
      );
  }

  all(): readonly string[] {
    const all = [...this.#notes.values()];
    const more = all.length - most;
    return more > 0 ? [...all.slice(0, most), `${more} more such notes.`] : all;
  }
}
