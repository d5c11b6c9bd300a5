// Rebuilds a server's answers about resources and prompts field by field. An element without its required fields is
// omitted; the others stay.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { truncateText, listLimits, schemaSize, type FeatureRequest } from '../../catalog/index.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { guardBlock } from './guardResult.ts';

type Guard = (value: JsonValue | undefined) => boolean;
type Fields = Readonly<Record<string, Guard>>;

const isText: Guard = (value) => typeof value === 'string';
const isNumber: Guard = (value) => typeof value === 'number';
const isFlag: Guard = (value) => typeof value === 'boolean';
const isAddress: Guard = (value) => typeof value === 'string' && value.length <= listLimits.uri;
/** Lists and objects that a script receives unchanged are bounded in size. */
const isSmallList: Guard = (value) => isJsonArray(value) && schemaSize(value).ok;
const isSmallObject: Guard = (value) => isJsonObject(value) && schemaSize(value).ok;

const described = {
  title: isText,
  description: isText,
  mimeType: isText,
  annotations: isSmallObject,
  icons: isSmallList,
};

/** The required and the optional fields of each kind of element. */
const elements = {
  resources: [
    { uri: isAddress, name: isText },
    { ...described, size: isNumber },
  ],
  resourceTemplates: [{ uriTemplate: isAddress, name: isText }, described],
  prompts: [{ name: isText }, { title: isText, description: isText, icons: isSmallList }],
  arguments: [{ name: isText }, { title: isText, description: isText, required: isFlag }],
  contents: [{ uri: isText }, { mimeType: isText, text: isText, blob: isText }],
} satisfies Readonly<Record<string, readonly [Fields, Fields]>>;

/** The field of each answer that holds the list. */
export const listFields = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
} as const;

type ListField = (typeof listFields)[keyof typeof listFields];

/** Collects the usable elements of a list page by page, up to a maximum number. */
export class FeatureList {
  readonly elements: JsonObject[] = [];
  /** One line for each unusable element, up to a maximum number of lines. */
  readonly warnings: string[] = [];
  readonly #field: ListField;
  readonly #finish: (element: JsonObject) => JsonObject;
  readonly #slice = new TimeSlice();
  #seen = 0;

  /** `finish` makes the last change to each element. */
  constructor(field: ListField, finish: (element: JsonObject) => JsonObject) {
    this.#field = field;
    this.#finish = finish;
  }

  /** Adds a page. Resolves to false if further pages are not needed. */
  async take(items: readonly unknown[]): Promise<boolean> {
    for (const item of items) {
      if (this.elements.length >= listLimits.elements) {
        this.#warn(`"${this.#field}" may have ${listLimits.elements} elements; others are omitted`);
        return false;
      }
      this.#add(item);
      if (this.#slice.isOver) await this.#slice.yieldIfOver();
    }
    return true;
  }

  #add(item: unknown): void {
    this.#seen += 1;
    const element = guardElement(this.#field, item);
    if (element) this.elements.push(this.#finish(element));
    else
      this.#warn(
        `element ${this.#seen} of "${this.#field}" omitted: it lacks ${Object.keys(elements[this.#field][0]).join(' or ')}`,
      );
  }

  #warn(line: string): void {
    if (this.warnings.length < listLimits.warnings) this.warnings.push(line);
  }
}

/** Returns the contents of a resource or the messages of a prompt; undefined if the answer lacks its list. */
export function guardAnswer({ method }: FeatureRequest, answer: JsonObject): JsonValue | undefined {
  switch (method) {
    case 'prompts/get':
      return guardPrompt(answer);
    case 'completion/complete':
      return guardCompletion(answer['completion']);
    default:
      return guardElements('contents', answer['contents']);
  }
}

/** MCP allows at most 100 values, and says with `hasMore` that there are others. */
function guardCompletion(completion: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(completion) || !isJsonArray(completion['values'])) return undefined;
  const { values, total, hasMore } = completion;
  return {
    values: values.filter((value) => typeof value === 'string').slice(0, 100),
    ...(typeof total === 'number' && { total }),
    ...(typeof hasMore === 'boolean' && { hasMore }),
  };
}

function guardPrompt({ description, messages }: JsonObject): JsonValue | undefined {
  if (!isJsonArray(messages)) return undefined;
  const guarded = messages.flatMap((message): JsonObject[] => {
    if (!isJsonObject(message)) return [];
    const { role, content } = message;
    return role === 'user' || role === 'assistant' ? [{ role, content: { ...guardBlock(content) } }] : [];
  });
  return { ...(typeof description === 'string' && { description }), messages: guarded };
}

function guardElement(kind: keyof typeof elements, item: unknown): JsonObject | undefined {
  if (!isJsonObject(item)) return undefined;
  const [required, optional]: readonly [Fields, Fields] = elements[kind];
  if (!Object.entries(required).every(([field, isRight]) => isRight(item[field]))) return undefined;
  const known = Object.entries({ ...required, ...optional }).flatMap(
    ([field, isRight]): [string, JsonValue][] => {
      const value = item[field];
      if (value === undefined || !isRight(value)) return [];
      // Contents are passed on whole. Descriptions in a list only help to choose, so they are truncated.
      const isCut = typeof value === 'string' && kind !== 'contents';
      return [[field, isCut ? truncateText(value, listLimits.description) : value]];
    },
  );
  const { arguments: named } = item;
  const args =
    kind === 'prompts' && isJsonArray(named)
      ? guardElements('arguments', named.slice(0, listLimits.tools))
      : undefined;
  return {
    ...Object.fromEntries(known),
    ...(args && { arguments: args }),
    ...(kind === 'contents' && viewMeta(item)),
  };
}

/**
 * Returns the settings with which a host shows the view of an app (MCP Apps 2026-01-26, "UI Resource Format"). Scripts
 * do not need the `_meta` of other resources.
 */
function viewMeta({ uri, _meta }: JsonObject): JsonObject {
  return typeof uri === 'string' && uri.startsWith('ui://') && _meta !== undefined && isSmallObject(_meta)
    ? { _meta }
    : {};
}

function guardElements(
  kind: keyof typeof elements,
  items: JsonValue | undefined,
): readonly JsonObject[] | undefined {
  return isJsonArray(items)
    ? items.map((item) => guardElement(kind, item)).filter((element) => element !== undefined)
    : undefined;
}
