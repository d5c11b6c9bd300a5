// Writes an example call of a tool, with the required arguments. The schema's own example, default or allowed value
// comes first; otherwise a value is the simplest of its type. The caller must validate the argument, because the schema
// may have further constraints.
import { jsonLiteral } from '../../base/jsonLiteral.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import {
  COMBINATORS,
  entries,
  has,
  isSchemaObject,
  keyword,
  list,
  requiredIn,
  resolveLocal,
  typesOf,
  type SchemaObject,
} from '../schema/jsonSchema.ts';
import type { ToolShape } from '../toolShape.ts';

/** Maximum length of a call in characters. */
const LONGEST_CALL = 1_500;
const DEEPEST = 8;
const MOST_SCHEMAS = 2_000;
const LONGEST_TEXT = 200;
const MOST_ITEMS = 10;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:00:00Z',
  date: '2026-01-31',
  time: '09:00:00Z',
  duration: 'P1D',
  email: 'ann@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': 'https://example.com',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

/** Example texts by the name of an argument. */
const NAMED: readonly (readonly [name: RegExp, text: string])[] = [
  [/ur[il]s?$/i, 'https://example.com'],
  [/email$/i, 'ann@example.com'],
  [/paths?$/i, '/path/to/file'],
  [/date$/i, '2026-01-31'],
];

interface Walk {
  /** The schema in which references are resolved. */
  readonly root: SchemaObject;
  /** Number of schemas that may still be visited. A recursive schema may have no end. */
  left: number;
  /** True if a part of the value is from a pattern, a format or an example of the server, or in a nested object. */
  saysMore: boolean;
}

interface ExampleCall {
  /** The argument. It must be validated before the call is shown. */
  readonly input: SchemaObject;
  /** The call, such as `await tools.geo.getCity({ name: "Oslo" });`. */
  readonly text: string;
  /** True if the example shows more than the types do. */
  readonly saysMore: boolean;
}

/**
 * Returns undefined if no example was found, or only one that is too long to help. Runs the schema's regular
 * expressions, which may never end, so that only a thread with a time limit may call this function.
 */
export function exampleCall(tool: Pick<ToolShape, 'path' | 'inputSchema'>): ExampleCall | undefined {
  const root = { type: 'object', ...tool.inputSchema };
  const walk: Walk = { root, left: MOST_SCHEMAS, saysMore: false };
  const input = valueOf(root, walk, 'value', 0);
  if (!isSchemaObject(input)) return undefined;
  const argument = Object.keys(input).length === 0 ? '' : jsonLiteral(input);
  const text = `await ${tool.path}(${argument});`;
  return text.length > LONGEST_CALL ? undefined : { input, text: visibleText(text), saysMore: walk.saysMore };
}

/** Returns undefined if no value exists, or none was found. */
function valueOf(schema: unknown, walk: Walk, name: string, depth: number): unknown {
  if (schema === true) return name;
  if (!isSchemaObject(schema) || depth > DEEPEST || walk.left-- <= 0) return undefined;
  const offered = offeredBy(schema, walk);
  if (offered !== undefined) return offered;
  if (has(schema, '$ref'))
    return valueOf(resolveLocal(walk.root, keyword(schema, '$ref')), walk, name, depth + 1);
  const own = ownExample(schema, walk, name, depth);
  if (!has(schema, ...COMBINATORS)) return own;
  const all = list(keyword(schema, 'allOf')).map((part) => valueOf(part, walk, name, depth + 1));
  const choice = firstOf(
    [...list(keyword(schema, 'anyOf')), ...list(keyword(schema, 'oneOf'))],
    walk,
    name,
    depth,
  );
  return merged([own, ...all, choice]);
}

function offeredBy(schema: SchemaObject, walk: Walk): unknown {
  const isOffer = (offer: unknown) => offer !== undefined && offer !== null;
  const values = list(keyword(schema, 'enum'));
  const own = [
    keyword(schema, 'const'),
    ...list(keyword(schema, 'examples')),
    keyword(schema, 'example'),
  ].find(isOffer);
  const shown = own ?? (values.length === 0 ? describedExample(schema) : undefined);
  if (shown !== undefined) {
    walk.saysMore ||= !has(schema, 'const');
    return shown;
  }
  return [keyword(schema, 'default'), ...values].find(isOffer) ?? (values.includes(null) ? null : undefined);
}

function firstOf(branches: readonly unknown[], walk: Walk, name: string, depth: number): unknown {
  for (const branch of branches) {
    if (isSchemaObject(branch) && keyword(branch, 'type') === 'null') continue;
    const value = valueOf(branch, walk, name, depth + 1);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Merges objects; otherwise returns the first value. */
function merged(values: readonly unknown[]): unknown {
  const found = values.filter((value) => value !== undefined);
  return found.length > 0 && found.every(isSchemaObject) ? Object.assign({}, ...found) : found[0];
}

function ownExample(schema: SchemaObject, walk: Walk, name: string, depth: number): unknown {
  const [type = has(schema, 'properties') ? 'object' : undefined] = typesOf(schema).filter(
    (found) => found !== 'null',
  );
  switch (type) {
    case 'object':
      return objectExample(schema, walk, depth);
    case 'array':
      return arrayExample(schema, walk, name, depth);
    case 'string':
      return textExample(schema, walk, name);
    case 'integer':
    case 'number':
      return numberExample(schema, type === 'integer');
    case 'boolean':
      return true;
    default:
      return has(schema, ...COMBINATORS) || typesOf(schema).length > 0 ? undefined : name;
  }
}

/** Returns the required properties. If none is required, returns the first one, so that the example shows something. */
function objectExample(schema: SchemaObject, walk: Walk, depth: number): SchemaObject | undefined {
  const properties = entries(keyword(schema, 'properties'));
  const required = requiredIn(schema);
  const needed = properties.filter(([name]) => required.includes(name));
  const shown = needed.length > 0 || depth > 0 ? needed : properties.slice(0, 1);
  const values = shown.map(([name, property]) => [name, valueOf(property, walk, name, depth + 1)] as const);
  walk.saysMore ||= depth > 0 && values.length > 0;
  const missing = values.some(([name, value]) => value === undefined && required.includes(name));
  return missing ? undefined : Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function arrayExample(
  schema: SchemaObject,
  walk: Walk,
  name: string,
  depth: number,
): readonly unknown[] | undefined {
  const items = keyword(schema, 'items');
  const tuple = [...list(keyword(schema, 'prefixItems')), ...list(items)];
  const least = Math.min(Math.max(numberOf(schema, 'minItems') ?? 1, 1), MOST_ITEMS);
  const parts = tuple.length > 0 ? tuple : Array.from({ length: least }, () => items ?? true);
  const values = parts.map((part) => valueOf(part, walk, singular(name), depth + 1));
  return values.includes(undefined) ? undefined : values;
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<=ss|sh|ch|x)es$|(?<=[^s])s$/, '');
}

function textExample(schema: SchemaObject, walk: Walk, name: string): string | undefined {
  const pattern = keyword(schema, 'pattern');
  const format = keyword(schema, 'format');
  const formatted = typeof format === 'string' ? FORMATS[format] : undefined;
  walk.saysMore ||= formatted !== undefined || typeof pattern === 'string';
  const plain = formatted ?? NAMED.find(([names]) => names.test(name))?.[1] ?? name;
  if (typeof pattern === 'string' && !matches(pattern, plain)) return patternText(pattern);
  const [least, most] = [
    Math.min(numberOf(schema, 'minLength') ?? 0, LONGEST_TEXT),
    numberOf(schema, 'maxLength') ?? LONGEST_TEXT,
  ];
  return plain.padEnd(least, 'a').slice(0, most);
}

/** Returns 1, or the nearest allowed number. */
function numberExample(schema: SchemaObject, whole: boolean): number {
  const step = numberOf(schema, 'multipleOf') ?? (whole ? 1 : 0);
  const above = numberOf(schema, 'exclusiveMinimum');
  const below = numberOf(schema, 'exclusiveMaximum');
  const least = Math.max(
    numberOf(schema, 'minimum') ?? -Infinity,
    above === undefined ? -Infinity : above + (step || 1),
  );
  const most = Math.min(
    numberOf(schema, 'maximum') ?? Infinity,
    below === undefined ? Infinity : below - (step || 1),
  );
  const near = Math.min(Math.max(1, least), most);
  return step > 0 ? Math.ceil(near / step) * step : near;
}

function numberOf(schema: SchemaObject, name: string): number | undefined {
  const value = keyword(schema, name);
  return typeof value === 'number' ? value : undefined;
}

/** Maximum length of the part of a description that is searched: servers write it, so the expressions are bounded. */
const MOST_CHARACTERS = 2_000;
const ANNOUNCED = String.raw`\b(?:such as|e\.g\.|eg|for example|examples?|like)[\s:,(]{1,5}`;
const TEXT = new RegExp(`${ANNOUNCED}(?:'([^'\\n]{1,80})'|"([^"\\n]{1,80})"|\`([^\`\\n]{1,80})\`)`, 'i');
const NUMBER = new RegExp(String.raw`${ANNOUNCED}(-?\d{1,12}(?:\.\d{1,6})?)(?![\w.-]*[A-Za-z:-])`, 'i');

/**
 * Returns the example in a description such as `The order id, such as '#W0000000'.` if it has the argument's type and
 * pattern. An argument of type list gets a list.
 */
function describedExample(schema: SchemaObject): string | number | readonly string[] | undefined {
  const description = keyword(schema, 'description');
  if (typeof description !== 'string') return undefined;
  const text = description.slice(0, MOST_CHARACTERS);
  const [type] = typesOf(schema).filter((found) => found !== 'null');
  if (type === 'string') return textIn(text, schema);
  if (type === 'integer' || type === 'number') {
    const number = NUMBER.exec(text)?.[1];
    return number === undefined ? undefined : Number(number);
  }
  const items = keyword(schema, 'items');
  if (type !== 'array' || !isSchemaObject(items) || !typesOf(items).includes('string')) return undefined;
  const item = textIn(text, items);
  return item === undefined ? undefined : [item];
}

function textIn(text: string, schema: SchemaObject): string | undefined {
  const [, single, double, code] = TEXT.exec(text) ?? [];
  const found = single ?? double ?? code;
  const pattern = keyword(schema, 'pattern');
  return found !== undefined && typeof pattern === 'string' && !matches(pattern, found) ? undefined : found;
}

// The functions below find a text that a simple regular expression matches, for the usual patterns of schemas: ids,
// versions, dates. Alternatives, nested groups and other patterns give undefined.
/** Matches one part of a pattern and its quantifier. */
const PART =
  /(?:\\([dws])|\\([^\w])|\[(\^?)((?:\\.|[^\]\\])+)\]|(\.)|([^\\[\](){}.*+?|^$]))(?:(\*)|(\+)|(\?)|\{(\d+)(?:,\d*)?\})?/gy;
const MOST_REPEATED = 64;

/**
 * Returns the shortest text of the pattern; undefined if the pattern is more than a sequence of characters and classes.
 */
function patternText(pattern: string): string | undefined {
  const body = pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\((?:\?:)?([^()|]*)\)(?![*+?{])/g, '$1');
  let text = '';
  let end = 0;
  for (const match of body.matchAll(PART)) {
    const [whole, escape, escaped, negated, charset, dot, literal, star, , optional, count] = match;
    end = match.index + whole.length;
    const character =
      escaped ?? literal ?? (dot !== undefined ? 'a' : characterOf(escape, negated === '^', charset ?? ''));
    if (character === undefined) return undefined;
    const times = star !== undefined || optional !== undefined ? 0 : Number(count ?? 1);
    text += character.repeat(Math.min(times, MOST_REPEATED));
  }
  return end === body.length && matches(pattern, text) ? text : undefined;
}

function characterOf(escape: string | undefined, negated: boolean, charset: string): string | undefined {
  if (escape !== undefined) return { d: '1', w: 'a', s: ' ' }[escape];
  const candidates = Array.from(`a1A-_.:/ ${charset}`);
  return candidates.find((candidate) => matches(`^[${negated ? '^' : ''}${charset}]$`, candidate));
}

/** True if the expression is valid and matches. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
