// One of the arguments that a script is run with, as a form asks for it. Pure: what is typed is read here.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../catalog/json.ts';
import { isSecretArgument } from '../../text/secretName.ts';

export interface ScriptParameter {
  readonly name: string;
  /** `json`: typed as JSON. `any`: what is typed is read as JSON where it is some, else as a text. */
  readonly type: 'text' | 'number' | 'flag' | 'json' | 'any';
  /** It is one of these. */
  readonly choices?: readonly JsonValue[];
  /** One line. */
  readonly description?: string;
  readonly required: boolean;
}

/** Whether its name or what is said of it calls it a password, a token, a key or a secret: it is typed unseen, and not remembered. */
export function isSecretParameter({ name, type, choices, description = '' }: ScriptParameter): boolean {
  if (type === 'flag' || choices) return false;
  return isSecretArgument(name) || /^key$/i.test(name) || isSecretArgument(description);
}

/** `value` is undefined where it is left out. `problem`: a sentence. */
export function readTyped(
  { type, required }: Pick<ScriptParameter, 'type' | 'required'>,
  text: string,
): { readonly value: JsonValue | undefined } | { readonly problem: string } {
  if (text.trim() === '' && !(type === 'text' && required)) return required ? { problem: 'It cannot be left out.' } : { value: undefined };
  if (type === 'text') return { value: text };
  if (type === 'number') {
    const number = Number(text);
    return Number.isFinite(number) ? { value: number } : { problem: 'It is a number.' };
  }
  const read = readJson(text);
  if (read !== undefined) return { value: read };
  return type === 'any' ? { value: text } : { problem: 'It is JSON, such as ["a", "b"] or { "n": 1 }.' };
}

/** What `readTyped` reads as this value; undefined where the parameter takes no such value. */
export function typedText({ type }: Pick<ScriptParameter, 'type'>, value: JsonValue): string | undefined {
  if (type === 'text') return typeof value === 'string' ? value : undefined;
  if (type === 'number') return typeof value === 'number' ? String(value) : undefined;
  return type === 'any' && typeof value === 'string' && readJson(value) === undefined ? value : JSON.stringify(value);
}

/** The arguments without those that are secret, and without what is called so within them. */
export function withoutSecrets(args: JsonObject, parameters: readonly ScriptParameter[]): JsonObject {
  const secret = new Set(parameters.filter(isSecretParameter).map(({ name }) => name));
  return withoutSecretMembers(Object.fromEntries(Object.entries(args).filter(([name]) => !secret.has(name))));
}

function withoutSecretMembers(value: JsonObject): JsonObject {
  const rest = (inner: JsonValue): JsonValue => {
    if (isJsonArray(inner)) return inner.map(rest);
    return isJsonObject(inner) ? withoutSecretMembers(inner) : inner;
  };
  const named = Object.entries(value).filter(([name, inner]) => !isSecretArgument(name) || typeof inner === 'boolean');
  return Object.fromEntries(named.map(([name, inner]) => [name, rest(inner)]));
}

function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing but JSON values
  } catch {
    return undefined;
  }
}
