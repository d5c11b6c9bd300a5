// Describes choices between arguments: alternatives that only say which properties they require. `oneOf` requires
// exactly one of them, `anyOf` at least one. Types cannot express this, and the messages of validators ("must match
// exactly one schema") do not name the arguments.
import { isSchemaObject, keyword, list, requiredIn, type SchemaObject } from './jsonSchema.ts';

/** Keywords beside `required` that do not change the choice. `not` excludes the other alternatives, as `oneOf` does. */
const BESIDE = new Set(['required', 'not', 'type', 'title', 'description', '$comment']);

/** Returns text such as `give exactly one of `event_uid`, `session_id``. `pathOf` gives a property's shown name. */
export function requiredChoice(
  schema: SchemaObject,
  kind: string,
  pathOf = (name: string) => name,
): string | undefined {
  const choices = list(keyword(schema, kind)).map(namesRequiredBy);
  const named = choices.map((names) => names.map((name) => `\`${pathOf(name)}\``).join(' with '));
  if (named.length < 2 || named.includes('')) return undefined;
  if (kind === 'oneOf') return `give exactly one of ${named.join(', ')}`;
  return named.length === 2
    ? `give ${named.join(' or ')} (or both)`
    : `give at least one of ${named.join(', ')}`;
}

/** Returns all choices of an object, including those in its `allOf`. */
export function requiredChoices(schema: SchemaObject): readonly string[] {
  const parts = [schema, ...list(keyword(schema, 'allOf')).filter(isSchemaObject)];
  return parts
    .flatMap((part) => [requiredChoice(part, 'oneOf'), requiredChoice(part, 'anyOf')])
    .filter((text) => text !== undefined);
}

/** Returns the required names of an alternative; empty if it has other constraints. */
function namesRequiredBy(branch: unknown): readonly string[] {
  if (!isSchemaObject(branch) || !Object.keys(branch).every((name) => BESIDE.has(name))) return [];
  return requiredIn(branch);
}
