// How large a schema is, found out without ever looking at more of it than its bounds allow: it may be deeper than the stack, and a
// schema that is no JSON (an extension's) may hold itself.
import { listLimits } from './listLimits.ts';

export type SchemaSize =
  | { readonly ok: true; readonly characters: number }
  /** `excess`: one clause. */
  | { readonly ok: false; readonly excess: string };

const { schemaCharacters, schemaValues, schemaDepth, schemaName } = listLimits;

export function schemaSize(schema: object): SchemaSize {
  let characters = 0;
  let level: unknown[] = [schema];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > schemaDepth) return { ok: false, excess: `it is nested more than ${schemaDepth} levels deep` };
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') characters += value.length;
      if (typeof value !== 'object' || value === null) continue;
      for (const name in value) {
        if (name.length > schemaName) return { ok: false, excess: `it has a name of more than ${schemaName} characters` };
        values += 1;
        // Each with what stands around it: quotes, a colon, a comma.
        characters += Array.isArray(value) ? 2 : name.length + 5;
        if (values > schemaValues) return { ok: false, excess: `it has more than ${schemaValues} parts` };
        next.push((value as Readonly<Record<string, unknown>>)[name]); // a name of its own
      }
    }
    if (characters > schemaCharacters) return { ok: false, excess: `it has more than ${schemaCharacters} characters` };
    level = next;
  }
  return { ok: true, characters };
}
