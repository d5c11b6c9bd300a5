// Choices between arguments: alternatives that say nothing but which properties they require. `oneOf` wants exactly one of them, `anyOf` at least
// one. Types cannot say so, and the validators' words for it ("must match exactly one schema") do not name the arguments.
import { isObject, keyword, list, type SchemaObject } from './jsonSchema.ts';

/** Keywords beside `required` that change nothing about the choice. `not` excludes the others, which `oneOf` does as well. */
const BESIDE = new Set(['required', 'not', 'type', 'title', 'description', '$comment']);

/** `give exactly one of `event_uid`, `session_id``. `pathOf`: how a property is called. */
export function requiredChoice(schema: SchemaObject, kind: string, pathOf = (name: string) => name): string | undefined {
  const choices = list(keyword(schema, kind)).map((branch) => namesRequiredBy(branch));
  const named = choices.map((names) => names.map((name) => `\`${pathOf(name)}\``).join(' with '));
  if (named.length < 2 || named.includes('')) return undefined;
  if (kind === 'oneOf') return `give exactly one of ${named.join(', ')}`;
  return named.length === 2 ? `give ${named.join(' or ')} (or both)` : `give at least one of ${named.join(', ')}`;
}

/** All choices of an object, those in its `allOf` too. */
export function requiredChoices(schema: SchemaObject): readonly string[] {
  const parts = [schema, ...list(keyword(schema, 'allOf')).filter(isObject)];
  return parts.flatMap((part) => [requiredChoice(part, 'oneOf'), requiredChoice(part, 'anyOf')]).filter((text) => text !== undefined);
}

/** Empty for an alternative that says anything else. */
function namesRequiredBy(branch: unknown): readonly string[] {
  if (!isObject(branch) || !Object.keys(branch).every((name) => BESIDE.has(name))) return [];
  const required = list(keyword(branch, 'required'));
  return required.filter((name) => typeof name === 'string');
}
