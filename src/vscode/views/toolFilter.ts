// Selects and sorts the tools that the view shows. The module is pure, so that tests need no editor.
import * as l10n from '@vscode/l10n';
import type { CatalogServer, CatalogTool, WithheldTool } from '../../catalog/index.ts';
import { shownLine } from '../../base/text/plainText.ts';

export interface ToolFilter {
  /** Text to find in a tool's name, title or description, or in the name of its server; empty for all tools. */
  readonly text: string;
  /** True to show only tools that can write. */
  readonly onlyWrites: boolean;
}

export const noFilter: ToolFilter = { text: '', onlyWrites: false };

/** Maximum length of the filter text in the message, in characters. */
const longestText = 60;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Compares by name, with numbers in numeric order: `step2` before `step10`. */
function byName(a: { readonly method: string }, b: { readonly method: string }): number {
  return collator.compare(a.method, b.method);
}

export function isFiltered({ text, onlyWrites }: ToolFilter): boolean {
  return onlyWrites || text.trim() !== '';
}

/** Returns the tools of a server that the view shows, in order. */
export function shownTools(
  { name, tools }: Pick<CatalogServer, 'name' | 'tools'>,
  filter: ToolFilter,
): readonly CatalogTool[] {
  return tools
    .filter((tool) => (!filter.onlyWrites || !tool.readOnly) && hasText(filter, name, tool))
    .toSorted(byName);
}

/**
 * Returns the tools that scripts cannot call and the view shows. Their effects are unknown, so they are hidden if only
 * tools that can write are wanted.
 */
export function shownWithheld(
  { name, withheld }: Pick<CatalogServer, 'name' | 'withheld'>,
  filter: ToolFilter,
): readonly WithheldTool[] {
  // The view omits tools that a server reserves for its own app, because the user cannot route them.
  const all = withheld.filter(({ why }) => why.by !== 'appOnly');
  return filter.onlyWrites ? [] : all.filter((tool) => hasText(filter, name, tool)).toSorted(byName);
}

/** Returns for instance `Tools that can write with "issue": 4 of 83`; undefined without a filter. */
export function filterText(filter: ToolFilter, servers: readonly CatalogServer[]): string | undefined {
  if (!isFiltered(filter)) return undefined;
  const all = servers.reduce((sum, { tools }) => sum + tools.length, 0);
  const shown = servers.reduce((sum, server) => sum + shownTools(server, filter).length, 0);
  const text = filter.text.trim();
  const what = filter.onlyWrites ? l10n.t('Tools that can write') : l10n.t('Tools');
  return l10n.t(
    '{0}{1}: {2} of {3}',
    what,
    text === '' ? '' : l10n.t(' with "{0}"', shownLine(text, longestText)),
    shown,
    all,
  );
}

function hasText(
  { text }: ToolFilter,
  server: string,
  tool: Pick<CatalogTool, 'name' | 'method'> & Partial<CatalogTool>,
): boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  const { name, method, title = '', description = '' } = tool;
  return [server, name, method, title, description].some((part) => part.toLowerCase().includes(wanted));
}
