// Generates a script that makes several calls at once and collects errors next to values. As a script, the calls are
// checked, approved and recorded like all others.
import type { CatalogTool } from '../../catalog/index.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { jsonLiteral } from '../../base/jsonLiteral.ts';

export interface PlannedCall {
  readonly id: string;
  readonly tool: CatalogTool;
  readonly input: JsonObject;
}

/** Maximum length of the first line, which is the title of the run, in characters. */
const longestTitle = 200;

/**
 * Returns a script whose value is a list in the order of the calls: `{ id, tool, value }` or `{ id, tool, error: {
 * code, message } }`.
 */
export function callsScript(calls: readonly PlannedCall[]): string {
  const lines = calls.map(({ tool, input }) => `  ${tool.path}(${jsonLiteral(input, '  ')}),`);
  const names = calls.map(({ id, tool }) => ({ id, tool: tool.path }));
  return [
    `// Calls ${names
      .map((name) => name.tool)
      .join(', ')
      .slice(0, longestTitle)}`,
    'const made = await Promise.allSettled([',
    ...lines,
    ']);',
    `const names = ${JSON.stringify(names)};`,
    'return made.map((one, at) =>',
    "  one.status === 'fulfilled'",
    '    ? { ...names[at], value: one.value }',
    '    : { ...names[at], error: { code: one.reason?.code, message: String(one.reason?.message) } },',
    ');',
  ].join('\n');
}

/** Returns the entries of such a script's value by the IDs of the calls. */
export function callValues(value: JsonValue | undefined): ReadonlyMap<string, JsonObject> {
  const entries = isJsonArray(value) ? value.filter(isJsonObject) : [];
  return new Map(entries.flatMap((entry) => (typeof entry['id'] === 'string' ? [[entry['id'], entry]] : [])));
}
