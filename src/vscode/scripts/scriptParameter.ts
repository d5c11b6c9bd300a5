// One argument of a script, as a form asks for it, and the parsing of its typed text. The module is pure.
import * as l10n from '@vscode/l10n';
import {
  isJsonArray,
  isJsonObject,
  jsonType,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '../../base/json.ts';
import { isSecretArgument, isSecretFlag, isSecretPair, withoutSecretParts } from '../../base/text/secrets.ts';
import { stringifyExact } from '../../base/exactJson.ts';

export interface ScriptParameter {
  readonly name: string;
  /** `json`: the text must be JSON. `any`: text that is valid JSON counts as JSON, other text as a string. */
  readonly type: 'text' | 'number' | 'flag' | 'json' | 'any';
  /** The allowed values. */
  readonly choices?: readonly JsonValue[];
  /** Description in one line. */
  readonly description?: string;
  readonly required: boolean;
}

/** Matches words for secrets in a sentence, in which `secretary` and `cookie banner` do not match. */
const secretWords =
  /\b(?:passw(?:or)?ds?|passphrases?|passcodes?|secrets?|credentials?|(?:api|access|private|auth|encryption|signing|secret) ?keys?|bearer|session cookies?|jwt|(?<!(?:page|next|max|continuation) )token)\b/i;

/**
 * True if the name or the description marks the parameter as a password, a token, a key or a secret. The form then
 * hides the typed text and does not remember it.
 */
export function isSecretScriptParameter({ name, type, choices, description = '' }: ScriptParameter): boolean {
  if (type === 'flag' || choices) return false;
  return (
    isSecretMember(name) ||
    secretWords.test(description.replace(/([a-z])(?=[A-Z])/g, '$1 ').replace(/[_-]/g, ' '))
  );
}

/** Parses the typed text. `value` is undefined if the user left out an optional argument. `problem`: a sentence. */
export function readTyped(
  { type, required }: Pick<ScriptParameter, 'type' | 'required'>,
  text: string,
): { readonly value: JsonValue | undefined } | { readonly problem: string } {
  if (type === 'text') return { value: text === '' && !required ? undefined : text };
  if (text.trim() === '')
    return required ? { problem: l10n.t('It cannot be left out.') } : { value: undefined };
  const read = parseJson(text);
  if (type === 'number') {
    const number = typeof read === 'bigint' ? read : Number(text);
    const isNumber = typeof number === 'bigint' || Number.isFinite(number);
    return isNumber ? { value: number } : { problem: l10n.t('It is a number.') };
  }
  if (read !== undefined) return { value: read };
  return type === 'any'
    ? { value: text }
    : { problem: l10n.t('It is JSON, such as ["a", "b"] or { "n": 1 }.') };
}

/** Returns a line that `readTyped` parses to this value; undefined if the parameter has no such line. */
export function typedText({ type }: Pick<ScriptParameter, 'type'>, value: JsonValue): string | undefined {
  const isLine = typeof value === 'string' && !/[\r\n]/.test(value);
  if (type === 'text') return isLine ? value : undefined;
  if (type === 'number') return jsonType(value) === 'number' ? stringifyExact(value) : undefined;
  return type === 'any' && isLine && value.trim() !== '' && parseJson(value) === undefined
    ? value
    : stringifyExact(value);
}

/**
 * Returns the arguments without the secret ones, and without secrets inside the others: members with a secret name,
 * headers, flags and parts of addresses.
 */
export function withoutSecrets(args: JsonObject, parameters: readonly ScriptParameter[]): JsonObject {
  const secret = new Set(parameters.filter(isSecretScriptParameter).map(({ name }) => name));
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

/** Returns undefined for a text with a secret and a list with one: without the item, others would change positions. */
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
