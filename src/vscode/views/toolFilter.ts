// Which tools the view shows, and in what order: pure, so that each case is tested without an editor.
import type { CatalogServer, CatalogTool, WithheldTool } from '../../catalog/catalogSnapshot.ts';
import { shownLine } from '../../base/text/plainText.ts';

export interface ToolFilter {
  /** In the name, the title or the description of a tool, or the name of its server; empty: all. */
  readonly text: string;
  /** Only those that can write. */
  readonly onlyWrites: boolean;
}

export const noFilter: ToolFilter = { text: '', onlyWrites: false };

/** In characters, of what is shown of the text. */
const longestText = 60;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** `step2` before `step10`. */
function byName(a: { readonly method: string }, b: { readonly method: string }): number {
  return collator.compare(a.method, b.method);
}

export function isFiltered({ text, onlyWrites }: ToolFilter): boolean {
  return onlyWrites || text.trim() !== '';
}

/** The tools of a server that are shown, in order. */
export function shownTools({ name, tools }: Pick<CatalogServer, 'name' | 'tools'>, filter: ToolFilter): readonly CatalogTool[] {
  return tools.filter((tool) => (!filter.onlyWrites || !tool.readOnly) && hasText(filter, name, tool)).toSorted(byName);
}

/** Of those that scripts cannot call it is not known whether they write: they are shown where that is not asked. */
export function shownWithheld({ name, withheld }: Pick<CatalogServer, 'name' | 'withheld'>, filter: ToolFilter): readonly WithheldTool[] {
  // What a server keeps for its own app is nothing that a person decides.
  const all = withheld.filter(({ why }) => why.by !== 'appOnly');
  return filter.onlyWrites ? [] : all.filter((tool) => hasText(filter, name, tool)).toSorted(byName);
}

/** `Tools that can write with "issue": 4 of 83`; undefined where all are shown. */
export function filterText(filter: ToolFilter, servers: readonly CatalogServer[]): string | undefined {
  if (!isFiltered(filter)) return undefined;
  const all = servers.reduce((sum, { tools }) => sum + tools.length, 0);
  const shown = servers.reduce((sum, server) => sum + shownTools(server, filter).length, 0);
  const text = filter.text.trim();
  const what = filter.onlyWrites ? 'Tools that can write' : 'Tools';
  return `${what}${text === '' ? '' : ` with "${shownLine(text, longestText)}"`}: ${shown} of ${all}`;
}

function hasText({ text }: ToolFilter, server: string, tool: Pick<CatalogTool, 'name' | 'method'> & Partial<CatalogTool>): boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  const { name, method, title = '', description = '' } = tool;
  return [server, name, method, title, description].some((part) => part.toLowerCase().includes(wanted));
}
