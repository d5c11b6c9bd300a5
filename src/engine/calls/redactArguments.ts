// A value of a call without what its names say is secret, for receipts, logs and machine-readable output: users give keys in chats, and
// scripts pass them on. Linear in the value.
import { isJsonObject, type JsonValue } from '../../catalog/json.ts';
import { isSecretArgument } from '../../text/secretName.ts';
import { cutValue } from '../formatting/cutJson.ts';

export const HIDDEN = '•••';
const bearer = /\b(Bearer|Basic) [\w.~+/=-]{8,}/g;
/** `https://user:password@host` */
const userInfo = /(:\/\/[^\s:@/]{0,100}:)[^\s@/]{1,500}(?=@)/g;
/** `--token=…`, `?api_key=…`, `PASSWORD=…` */
const assigned = /(?<![\w-])([\w-]{2,60})=([^\s&"';]{1,500})/g;
const flag = /^--?[\w-]{2,60}$/;
/** A number under another secret name is a count of tokens, or a length. */
const secretNumber = /passw|passcode|^(?:pin|otp)$/i;
const cutText = /… \(\d+ more characters\)$/;

/** At any depth. */
export function redactArguments(value: JsonValue): JsonValue {
  if (typeof value === 'string') return textWithoutSecrets(value);
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

export function isSecretMember(key: string, member: JsonValue): boolean {
  return isSecretArgument(key) && !isBare(key, member);
}

export function textWithoutSecrets(text: string): string {
  if (!text.includes('=') && !text.includes('://') && !text.includes('Bearer ') && !text.includes('Basic ')) return text;
  return text
    .replace(bearer, `$1 ${HIDDEN}`)
    .replace(userInfo, `$1${HIDDEN}`)
    .replace(assigned, (whole, name: string) => (isSecretArgument(name) ? `${name}=${HIDDEN}` : whole));
}

/** A header or a variable as a pair: `{ name, value }`. Where the name is cut, it may have been one. */
export function isSecretPair(object: Readonly<Record<string, JsonValue>>): boolean {
  const { name, value } = object;
  if (value === undefined) return false;
  return typeof name === 'string' ? isSecretArgument(name) || cutText.test(name) : '…' in object;
}

export function isSecretFlag(item: JsonValue | undefined): boolean {
  return typeof item === 'string' && flag.test(item) && isSecretArgument(item.replace(/^-+/, ''));
}

/** A number of tokens, or whether there are cookies, is no secret. */
function isBare(key: string, value: JsonValue): boolean {
  return typeof value === 'boolean' || value === null || (typeof value === 'number' && !secretNumber.test(key));
}

/** Of its JSON, in characters. */
const LONGEST_INPUT = 2_000;

/** Secrets by the name of their argument, at any depth, are hidden. */
export function recordedInput(input: JsonValue | undefined): JsonValue | undefined {
  // What is left out needs no hiding.
  return input === undefined ? undefined : redactArguments(cutValue(input, LONGEST_INPUT));
}
