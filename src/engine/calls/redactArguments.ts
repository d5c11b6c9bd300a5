// Removes secrets from a value of a call, for receipts, logs and machine-readable output: users give keys in chats, and
// scripts pass them on. The time is linear in the size of the value.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { isSecretFlag, isSecretMember, isSecretPair, withoutSecretParts } from '../../base/text/secrets.ts';
import { cutValue } from '../formatting/index.ts';

export function redactArguments(value: JsonValue): JsonValue {
  if (typeof value === 'string') return withoutSecretParts(value);
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.map((item, index) => (isSecretFlag(items[index - 1]) ? HIDDEN : redactArguments(item)));
  }
  if (!isJsonObject(value)) return value;
  const isPair = isSecretPair(value);
  const entries = Object.entries(value).map(([key, member]): [string, JsonValue] => {
    const isSecret = isSecretMember(key, member) || (isPair && key === 'value');
    return [key, isSecret ? HIDDEN : redactArguments(member)];
  });
  return Object.fromEntries(entries);
}

/** Maximum length of a recorded input, in characters of its JSON. */
const LONGEST_INPUT = 2_000;

/** Shortens an input for the record and hides secrets by the names of their arguments, at any depth. */
export function recordedInput(input: JsonValue | undefined): JsonValue | undefined {
  // Shortening comes first, because omitted parts need no redaction.
  return input === undefined ? undefined : redactArguments(cutValue(input, LONGEST_INPUT));
}
