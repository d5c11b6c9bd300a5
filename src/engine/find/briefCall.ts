// Describes a tool in the fewest words that show its arguments: `tools.geo.find({ name, limit? }) // Finds a city`.
// Used for hits after the best, whose types a script rarely needs.
import type { CatalogTool } from '../../catalog/index.ts';
import { isJsonArray, isJsonObject } from '../../base/json.ts';
import { propertyName } from '../../base/jsonLiteral.ts';
import { visibleText } from '../../base/text/visibleText.ts';

/** Maximum number of arguments that are named, required ones first. */
const MOST_ARGUMENTS = 6;
const LONGEST_NAME = 100;
const LONGEST_SUMMARY = 80;

/** `summary` is the summary of the tool's description. */
export function briefCall(tool: Pick<CatalogTool, 'path' | 'inputSchema'>, summary: string): string {
  const words =
    summary.length > LONGEST_SUMMARY
      ? `${summary.slice(0, LONGEST_SUMMARY).replace(/\s+\S*$/, '')}…`
      : summary;
  return `${tool.path}${briefArguments(tool)}${visibleText(words && ` // ${words}`)}`;
}

/** The names of the arguments: `({ name, limit? })`, `()`. */
export function briefArguments({ inputSchema }: Pick<CatalogTool, 'inputSchema'>): string {
  const { properties, required } = inputSchema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const needed = new Set(isJsonArray(required) ? required : []);
  const ordered = [...names.filter((name) => needed.has(name)), ...names.filter((name) => !needed.has(name))];
  // A server may list names of megabytes.
  const written = ordered.filter(({ length }) => length <= LONGEST_NAME).slice(0, MOST_ARGUMENTS);
  const left = names.length - written.length;
  const keys = written.map((name) => `${propertyName(name)}${needed.has(name) ? '' : '?'}`);
  const shown = [...keys, ...(left > 0 ? [`… ${left} more`] : [])];
  return visibleText(shown.length > 0 ? `({ ${shown.join(', ')} })` : '()');
}
