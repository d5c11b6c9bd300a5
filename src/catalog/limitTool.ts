// Bounds one tool of a list from any source: shortens texts, and replaces a schema that is too large, so that only the
// server checks the arguments.
import type { JsonObject } from '../base/json.ts';
import { truncateText, listLimits, quoteName } from './listLimits.ts';
import type { ToolDefinition } from './toolSource.ts';

type LimitedTool =
  | {
      readonly ok: true;
      readonly tool: ToolDefinition;
      /** Approximate number of characters of the tool's JSON. */
      readonly characters: number;
    }
  /** `reason` is a clause that says why the tool cannot be used. */
  | { readonly ok: false; readonly reason: string };

/** Number of characters reserved for the note about an omitted schema. */
const noteRoom = 200;

/** A schema that accepts any arguments. */
const openSchema: JsonObject = { type: 'object', additionalProperties: true };

/** Returns the bounded tool. `warn` is called with one clause for each part that differs from the server's list. */
export function limitTool(given: ToolDefinition, warn: (line: string) => void): LimitedTool {
  const { name } = given;
  if (name.length > listLimits.name) {
    return {
      ok: false,
      reason: `the name ${quoteName(name)} has ${name.length} characters (limit: ${listLimits.name})`,
    };
  }
  const input = schemaSize(given.inputSchema);
  const output = given.outputSchema && schemaSize(given.outputSchema);
  const { outputSchema, ...tool } = given;
  const cut = (text: string, most: number, what: string) => {
    if (text.length > most)
      warn(`the ${what} of ${quoteName(name)} is truncated: ${text.length} characters (limit: ${most})`);
    return truncateText(text, most);
  };
  const title = given.title === undefined ? undefined : cut(given.title, listLimits.title, 'title');
  const about = cut(given.description, listLimits.description - (input.ok ? 0 : noteRoom), 'description');
  if (!input.ok) warn(`input schema of ${quoteName(name)} ignored: ${input.excess}`);
  if (output?.ok === false) warn(`output schema of ${quoteName(name)} ignored: ${output.excess}`);
  const description = input.ok
    ? about
    : `${about}\n(Input schema omitted: ${input.excess}. The server checks the input.)`.trim();
  const icons = given.icons?.reduce((sum, { src }) => sum + src.length, 0) ?? 0;
  const schemas = (input.ok ? input.characters : 0) + (output?.ok ? output.characters : 0);
  return {
    ok: true,
    characters: name.length + (title?.length ?? 0) + description.length + icons + schemas,
    tool: {
      ...tool,
      description,
      inputSchema: input.ok ? given.inputSchema : openSchema,
      ...(title !== undefined && { title }),
      ...(output?.ok && outputSchema && { outputSchema }),
    },
  };
}

type SchemaSize =
  | { readonly ok: true; readonly characters: number }
  /** `excess` is one clause. */
  | { readonly ok: false; readonly excess: string };

const { schemaCharacters, schemaValues, schemaDepth, schemaName } = listLimits;

/**
 * Measures a schema and stops at the bounds: a schema may be nested more deeply than the stack allows, and an object of
 * an extension may contain itself.
 */
export function schemaSize(schema: object): SchemaSize {
  let characters = 0;
  let level: unknown[] = [schema];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > schemaDepth) return { ok: false, excess: `over ${schemaDepth} levels deep` };
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') characters += value.length;
      if (typeof value !== 'object' || value === null) continue;
      for (const name in value) {
        if (name.length > schemaName) return { ok: false, excess: `a name over ${schemaName} characters` };
        values += 1;
        // The count includes the punctuation around each name: quotes, a colon, a comma.
        characters += Array.isArray(value) ? 2 : name.length + 5;
        if (values > schemaValues) return { ok: false, excess: `over ${schemaValues} parts` };
        next.push((value as Readonly<Record<string, unknown>>)[name]); // the loop takes `name` from this object
      }
    }
    if (characters > schemaCharacters) return { ok: false, excess: `over ${schemaCharacters} characters` };
    level = next;
  }
  return { ok: true, characters };
}
