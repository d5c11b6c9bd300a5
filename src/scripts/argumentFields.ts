// What a form asks for the arguments of a saved script, as its schema says. Pure: what is typed is read here, so that each case is tested without an editor.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../catalog/json.ts';

export interface ArgumentField {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** `json`: typed as JSON. */
  readonly kind: 'text' | 'number' | 'flag' | 'json';
  /** It is one of these. */
  readonly choices?: readonly JsonValue[];
}

const mostFields = 50;

/** Those of arguments that may be left out last. */
export function argumentFields({ properties, required }: JsonObject): readonly ArgumentField[] {
  if (!isJsonObject(properties)) return [];
  const needed = new Set(isJsonArray(required) ? required : []);
  const fields = Object.entries(properties)
    .slice(0, mostFields)
    .map(([name, given]): ArgumentField => {
      const schema = isJsonObject(given) ? given : {};
      const { type, description, enum: choices } = schema;
      return {
        name,
        description: typeof description === 'string' ? description : '',
        required: needed.has(name),
        kind: type === 'string' ? 'text' : type === 'number' ? 'number' : type === 'boolean' ? 'flag' : 'json',
        ...(isJsonArray(choices) && choices.length > 0 && { choices }),
      };
    });
  return [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)];
}

/** `value` is undefined where it is left out. `problem`: a sentence. */
export function readArgument(
  { kind, required }: Pick<ArgumentField, 'kind' | 'required'>,
  text: string,
): { readonly value: JsonValue | undefined } | { readonly problem: string } {
  if (text.trim() === '' && !(kind === 'text' && required)) return required ? { problem: 'It cannot be left out.' } : { value: undefined };
  if (kind === 'text') return { value: text };
  if (kind === 'number') {
    const number = Number(text);
    return Number.isFinite(number) ? { value: number } : { problem: 'It is a number.' };
  }
  try {
    return { value: JSON.parse(text) as JsonValue }; // JSON.parse gives nothing but JSON values
  } catch {
    return { problem: 'It is JSON, such as ["a", "b"] or { "n": 1 }.' };
  }
}
