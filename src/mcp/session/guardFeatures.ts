// A server's answers about resources and prompts, rebuilt field by field. What lacks what its kind needs is left out; the
// rest stays.
import { isJsonObject, type JsonObject, type JsonValue } from '../../catalog/json.ts';
import type { FeatureRequest } from '../../catalog/serverFeatures.ts';
import { guardBlock } from './guardResult.ts';

type Guard = (value: JsonValue | undefined) => boolean;

const isText: Guard = (value) => typeof value === 'string';
const isNumber: Guard = (value) => typeof value === 'number';
const isFlag: Guard = (value) => typeof value === 'boolean';
const isList: Guard = (value) => Array.isArray(value);

const described = { title: isText, description: isText, mimeType: isText, annotations: isJsonObject, icons: isList };

/** What one element of each list must have, and may have. */
const elements = {
  resources: [
    { uri: isText, name: isText },
    { ...described, size: isNumber },
  ],
  resourceTemplates: [{ uriTemplate: isText, name: isText }, described],
  prompts: [{ name: isText }, { title: isText, description: isText, icons: isList }],
  arguments: [{ name: isText }, { title: isText, description: isText, required: isFlag }],
  contents: [{ uri: isText }, { mimeType: isText, text: isText, blob: isText }],
} satisfies Readonly<Record<string, readonly [Readonly<Record<string, Guard>>, Readonly<Record<string, Guard>>]>>;

/** The field of the answer that holds the list. */
export const listFields = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
} as const;

/** The usable elements of a list; `onLeftOut` gets one line for each that is not. */
export function guardList(
  field: (typeof listFields)[keyof typeof listFields],
  items: readonly unknown[],
  onLeftOut: (line: string) => void,
): readonly JsonObject[] {
  return items.flatMap((item, index) => {
    const element = guardElement(field, item);
    if (!element) onLeftOut(`element ${index + 1} of "${field}" is left out: it lacks ${Object.keys(elements[field][0]).join(' or ')}`);
    return element ? [element] : [];
  });
}

/** What was read or filled in; undefined for an answer without the list that it must have. */
export function guardAnswer({ method }: FeatureRequest, answer: JsonObject): JsonValue | undefined {
  return method === 'prompts/get' ? guardPrompt(answer) : guardElements('contents', answer['contents']);
}

function guardPrompt({ description, messages }: JsonObject): JsonValue | undefined {
  if (!isArray(messages)) return undefined;
  const guarded = messages.flatMap((message): JsonObject[] => {
    if (!isJsonObject(message)) return [];
    const { role, content } = message;
    return role === 'user' || role === 'assistant' ? [{ role, content: { ...guardBlock(content) } }] : [];
  });
  return { ...(typeof description === 'string' && { description }), messages: guarded };
}

function guardElement(kind: keyof typeof elements, item: unknown): JsonObject | undefined {
  if (!isJsonObject(item)) return undefined;
  const [required, optional]: readonly [Readonly<Record<string, Guard>>, Readonly<Record<string, Guard>>] = elements[kind];
  if (!Object.entries(required).every(([field, isRight]) => isRight(item[field]))) return undefined;
  const known = Object.entries({ ...required, ...optional }).flatMap(([field, isRight]): [string, JsonValue][] => {
    const value = item[field];
    return value !== undefined && isRight(value) ? [[field, value]] : [];
  });
  const args = kind === 'prompts' ? guardElements('arguments', item['arguments']) : undefined;
  return { ...Object.fromEntries(known), ...(args && { arguments: args }) };
}

function guardElements(kind: keyof typeof elements, items: JsonValue | undefined): readonly JsonObject[] | undefined {
  return isArray(items) ? items.map((item) => guardElement(kind, item)).filter((element) => element !== undefined) : undefined;
}

/** `Array.isArray` does not see that a JSON array is read-only. */
function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
