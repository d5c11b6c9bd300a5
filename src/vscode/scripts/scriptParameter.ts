// One of the arguments that a script is run with, as a form asks for it. Pure: what is typed is read here.
import { isJsonArray, isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { isSecretArgument, isSecretFlag, isSecretPair, withoutSecretParts } from '../../base/text/secrets.ts';
import { stringifyExact } from '../../base/exactJson.ts';

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

/** In a sentence, where `secretary` and `cookie banner` are no names of secrets. */
const secretWords =
  /\b(?:passw(?:or)?ds?|passphrases?|passcodes?|secrets?|credentials?|(?:api|access|private|auth|encryption|signing|secret) ?keys?|bearer|session cookies?|jwt|(?<!(?:page|next|max|continuation) )token)\b/i;

/** Whether its name or what is said of it calls it a password, a token, a key or a secret: it is typed unseen, and not remembered. */
export function isSecretParameter({ name, type, choices, description = '' }: ScriptParameter): boolean {
  if (type === 'flag' || choices) return false;
  return isSecretMember(name) || secretWords.test(description.replace(/([a-z])(?=[A-Z])/g, '$1 ').replace(/[_-]/g, ' '));
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
  const read = parseJson(text);
  if (read !== undefined) return { value: read };
  return type === 'any' ? { value: text } : { problem: 'It is JSON, such as ["a", "b"] or { "n": 1 }.' };
}

/** One line that `readTyped` reads as this value; undefined where there is none for this parameter. */
export function typedText({ type }: Pick<ScriptParameter, 'type'>, value: JsonValue): string | undefined {
  const isLine = typeof value === 'string' && !/[\r\n]/.test(value);
  if (type === 'text') return isLine ? value : undefined;
  if (type === 'number') return typeof value === 'number' ? String(value) : undefined;
  return type === 'any' && isLine && value.trim() !== '' && parseJson(value) === undefined ? value : stringifyExact(value);
}

/** The arguments without those that are secret, and without what is so within them: by its name, or as a header, a flag or a part of an address. */
export function withoutSecrets(args: JsonObject, parameters: readonly ScriptParameter[]): JsonObject {
  const secret = new Set(parameters.filter(isSecretParameter).map(({ name }) => name));
  return openMembers(Object.fromEntries(Object.entries(args).filter(([name]) => !secret.has(name))));
}

function openMembers(value: JsonObject): JsonObject {
  const isPair = isSecretPair(value);
  const members = Object.entries(value).flatMap(([name, inner]): [string, JsonValue][] => {
    if ((isSecretMember(name) && typeof inner !== 'boolean') || (isPair && name === 'value')) return [];
    const open = openValue(inner);
    return open === undefined ? [] : [[name, open]];
  });
  return Object.fromEntries(members);
}

/** Undefined of a secret text, and of a list with one: without it the others would stand elsewhere. */
function openValue(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string') return withoutSecretParts(value) === value ? value : undefined;
  if (isJsonArray(value)) {
    const items = value.map((item, index) => (isSecretFlag(value[index - 1]) ? undefined : openValue(item)));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  return isJsonObject(value) ? openMembers(value) : value;
}

function isSecretMember(name: string): boolean {
  return isSecretArgument(name) || /^key$/i.test(name);
}
