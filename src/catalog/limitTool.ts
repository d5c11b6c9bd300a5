// One tool of a list within its bounds, whoever lists it: texts are cut, and a schema that is too large is not used, so that its server
// alone checks what it is called with.
import type { JsonObject } from '../base/json.ts';
import { truncateText, listLimits, quoteName } from './listLimits.ts';
import type { ToolDefinition } from './toolSource.ts';

type LimitedTool =
  | { readonly ok: true; readonly tool: ToolDefinition; /** About as many as its JSON has. */ readonly characters: number }
  /** Why it cannot be used, one clause. */
  | { readonly ok: false; readonly reason: string };

/** Characters that are kept free for what is said of a schema. */
const noteRoom = 200;

/** Any arguments at all. */
const openSchema: JsonObject = { type: 'object', additionalProperties: true };

/** `warn` gets one clause for each part that is not as the server wrote it. */
export function limitTool(given: ToolDefinition, warn: (line: string) => void): LimitedTool {
  const { name } = given;
  if (name.length > listLimits.name) {
    return { ok: false, reason: `the name ${quoteName(name)} has ${name.length} characters (limit: ${listLimits.name})` };
  }
  const input = schemaSize(given.inputSchema);
  const output = given.outputSchema && schemaSize(given.outputSchema);
  const { outputSchema, ...tool } = given;
  const cut = (text: string, most: number, what: string) => {
    if (text.length > most) warn(`the ${what} of ${quoteName(name)} is truncated: ${text.length} characters (limit: ${most})`);
    return truncateText(text, most);
  };
  const title = given.title === undefined ? undefined : cut(given.title, listLimits.title, 'title');
  const about = cut(given.description, listLimits.description - (input.ok ? 0 : noteRoom), 'description');
  if (!input.ok) warn(`input schema of ${quoteName(name)} ignored: ${input.excess}`);
  if (output?.ok === false) warn(`output schema of ${quoteName(name)} ignored: ${output.excess}`);
  const description = input.ok ? about : `${about}\n(Input schema omitted: ${input.excess}. The server checks the input.)`.trim();
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
  /** `excess`: one clause. */
  | { readonly ok: false; readonly excess: string };

const { schemaCharacters, schemaValues, schemaDepth, schemaName } = listLimits;

/** Never looks at more than the bounds allow: a schema may be deeper than the stack, and an extension's may hold itself. */
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
        // Each with what stands around it: quotes, a colon, a comma.
        characters += Array.isArray(value) ? 2 : name.length + 5;
        if (values > schemaValues) return { ok: false, excess: `over ${schemaValues} parts` };
        next.push((value as Readonly<Record<string, unknown>>)[name]); // a name of its own
      }
    }
    if (characters > schemaCharacters) return { ok: false, excess: `over ${schemaCharacters} characters` };
    level = next;
  }
  return { ok: true, characters };
}
