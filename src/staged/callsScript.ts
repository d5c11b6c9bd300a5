// Calls as a script: they are made together, and what fails is collected beside what does not. Run as a script, they are checked, asked for
// and recorded as any other.
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { jsonLiteral } from '../base/jsonLiteral.ts';

export interface PlannedCall {
  readonly id: string;
  readonly tool: CatalogTool;
  readonly input: JsonObject;
}

/** Of the first line, which is the title of the run, in characters. */
const longestTitle = 200;

/** Its value: of each call, in their order, `{ id, tool, value }` or `{ id, tool, error: { code, message } }`. */
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

/** What such a script came to, by the ids of its calls. */
export function callValues(value: JsonValue | undefined): ReadonlyMap<string, JsonObject> {
  const entries = isJsonArray(value) ? value.filter(isJsonObject) : [];
  return new Map(entries.flatMap((entry) => (typeof entry['id'] === 'string' ? [[entry['id'], entry]] : [])));
}
