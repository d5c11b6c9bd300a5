// A value of a call without what its names say is secret, for receipts, logs and machine-readable output: users give keys in chats, and
// scripts pass them on. Linear in the value.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { HIDDEN, isSecretFlag, isSecretMember, isSecretPair, withoutSecretParts } from '../../base/text/secrets.ts';
import { cutValue } from '../formatting/cutJson.ts';

/** At any depth. */
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

/** Of its JSON, in characters. */
const LONGEST_INPUT = 2_000;

/** Secrets by the name of their argument, at any depth, are hidden. */
export function recordedInput(input: JsonValue | undefined): JsonValue | undefined {
  // What is left out needs no hiding.
  return input === undefined ? undefined : redactArguments(cutValue(input, LONGEST_INPUT));
}
