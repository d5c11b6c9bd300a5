// The shape of the results of a tool without an output schema: the kinds of values, the fields, and which fields are
// always present. A shape contains no values, and no keys that are data. It is plain data, so that it can be stored.
import { isArrayOf, isNumber, isObject, isOneOf, isRecordOf, onlyNamed, type Guard } from '../base/guards.ts';
import type { SchemaObject } from './schema/jsonSchema.ts';
import type { LearnedOutput } from './toolShape.ts';

/** The values seen at one place of the results. */
export interface ObservedShape {
  /** Number of values seen here. */
  readonly seen: number;
  readonly kinds: readonly ObservedKind[];
  /** Shape of the items of all arrays here; undefined while all were empty. */
  readonly items?: ObservedShape;
  /** Number of objects among the values. A field that was seen as often is always present. */
  readonly objects?: number;
  readonly fields?: Readonly<Record<string, ObservedShape>>;
  /** Shape of all values of objects whose keys are data: identifiers, paths, dates. */
  readonly entries?: ObservedShape;
}

type ObservedKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

const kindOrder: readonly ObservedKind[] = ['string', 'number', 'boolean', 'array', 'object', 'null'];

/** Maximum depth; deeper values are `any`. */
const deepest = 8;
/** Number of different keys above which an object counts as a collection. */
const mostFields = 60;
/** Maximum number of items of one array that are examined, from its beginning. */
const mostItems = 50;
/** Maximum number of values of one result that are examined. */
const mostValues = 2_000;

/** Maximum number of places that a shape keeps. A shape with more places is cut to a smaller depth. */
const mostPlaces = 400;
/** Prefixes of the tokens of well-known services. */
const knownToken = /^(?:gh[a-z]_|github_pat_|glpat-|sk-|pk-|rk-|xox[a-z]-|AKIA|ASIA|AIza|eyJ)/;

const nothing: ObservedShape = { seen: 0, kinds: [] };

/** Returns `shape` with one more result. */
export function observe(shape: ObservedShape | undefined, answer: unknown): ObservedShape {
  return bounded(merge(shape ?? nothing, shapeOf(answer, 0, { left: mostValues })));
}

/** Returns the type of the observed results and their number, for a declaration. */
export function observedOutput(shape: ObservedShape): LearnedOutput {
  const parts = partsOfBlocks(shape);
  return {
    schema: schemaOf(shape),
    source: `observed, ${callsText(shape.seen)}`,
    ...(parts !== undefined && { parts }),
  };
}

/** The possible fields of MCP content blocks (MCP 2025-11-25, "Tool result"). */
const blockFields = new Set('type text data mimeType resource uri name title description size'.split(' '));

/** Explains how a script reads content blocks; undefined for other results. */
function partsOfBlocks({ items }: ObservedShape): string | undefined {
  const { kinds = [], objects, fields = {} } = items ?? {};
  const isBlock = kinds.length === 1 && objects !== undefined && own(fields, 'type')?.seen === objects;
  const content = ['text', 'data', 'resource', 'uri'].filter((field) => own(fields, field));
  if (!isBlock || content.length === 0 || !Object.keys(fields).every((field) => blockFields.has(field)))
    return undefined;
  const told = [
    ...(content.includes('text') ? ['read `text` of each, with JSON.parse where it is JSON'] : []),
    ...(content.includes('data') ? ['`data` is base64'] : []),
  ];
  return ['content blocks', told.join('; ')].filter(Boolean).join(': ');
}

/** Returns `3 calls`, `20+ calls`: rounded down, so that a declaration does not change with every call. */
function callsText(seen: number): string {
  if (seen <= 10) return seen === 1 ? '1 call' : `${seen} calls`;
  const power = 10 ** Math.floor(Math.log10(seen));
  return `${Math.floor(seen / power) * power}+ calls`;
}

function schemaOf(shape: ObservedShape): SchemaObject {
  const alternatives = kindOrder
    .filter((kind) => shape.kinds.includes(kind))
    .map((kind) => alternativeOf(kind, shape));
  const [only, ...others] = alternatives;
  if (only === undefined) return {};
  return others.length === 0 ? only : { anyOf: alternatives };
}

function alternativeOf(kind: ObservedKind, { items, objects, fields, entries }: ObservedShape): SchemaObject {
  if (kind === 'array') return { type: 'array', ...(items && { items: schemaOf(items) }) };
  if (kind !== 'object') return { type: kind };
  if (entries) return { type: 'object', additionalProperties: schemaOf(entries) };
  const known = Object.entries(fields ?? {});
  return {
    type: 'object',
    properties: Object.fromEntries(known.map(([name, field]) => [name, schemaOf(field)])),
    required: known.filter(([, field]) => field.seen === objects).map(([name]) => name),
  };
}

function shapeOf(value: unknown, depth: number, budget: { left: number }): ObservedShape {
  budget.left -= 1;
  if (depth > deepest || budget.left < 0) return nothing;
  if (value === null) return { seen: 1, kinds: ['null'] };
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item: unknown) => shapeOf(item, depth + 1, budget));
    return { seen: 1, kinds: ['array'], ...(items.length > 0 && { items: items.reduce(merge) }) };
  }
  if (typeof value === 'object') return objectShape(value, depth, budget);
  if (typeof value === 'bigint') return { seen: 1, kinds: ['number'] };
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { seen: 1, kinds: [typeof value as ObservedKind] };
  }
  return nothing;
}

function objectShape(value: object, depth: number, budget: { left: number }): ObservedShape {
  const names = Object.keys(value);
  // A few entries of a collection represent the others.
  const looked = isCollection(names) ? names.slice(0, mostItems) : names;
  const own = looked.map(
    (name) => [name, shapeOf((value as Record<string, unknown>)[name], depth + 1, budget)] as const,
  );
  const object = { seen: 1, kinds: ['object'], objects: 1 } as const;
  if (isCollection(names) || areAlike(own.map(([, field]) => field)))
    return { ...object, entries: own.map(([, field]) => field).reduce(merge) };
  return { ...object, fields: Object.fromEntries(own) };
}

/** True if the keys are data and not names of fields: there are many keys, or one is not a typical field name. */
function isCollection(names: readonly string[]): boolean {
  return names.length > mostFields || names.some((name) => !isFieldName(name));
}

/** True for three or more objects with exactly the same fields: entries, whatever their keys are (people, places). */
function areAlike(fields: readonly ObservedShape[]): boolean {
  if (fields.length < 3) return false;
  const shapes = new Set(
    fields.map((field) => (field.fields ? Object.keys(field.fields).sort().join(' ') : '')),
  );
  return shapes.size === 1 && !shapes.has('');
}

/** True if a key looks like a name that a programmer chose, and not like data. */
function isFieldName(name: string): boolean {
  if (!/^[@$]?[\p{L}_][\p{L}\p{N}_$-]{0,59}$/u.test(name)) return false;
  if (
    knownToken.test(name) ||
    (name.length >= 16 && /\d/.test(name) && /\p{Ll}/u.test(name) && /\p{Lu}/u.test(name))
  )
    return false;
  // Digits indicate identifiers: UUIDs, hashes, ticket and serial numbers.
  return !/\d{4}/.test(name) && !/^(?=.*\d)[0-9a-f-]{7,}$/i.test(name);
}

function merge(a: ObservedShape, b: ObservedShape): ObservedShape {
  if (a.seen === 0) return b;
  if (b.seen === 0) return a;
  const items = mergeOptional(a.items, b.items);
  return {
    seen: a.seen + b.seen,
    kinds: kindOrder.filter((kind) => a.kinds.includes(kind) || b.kinds.includes(kind)),
    ...(items && { items }),
    ...mergedObjects(a, b),
  };
}

function mergedObjects(
  a: ObservedShape,
  b: ObservedShape,
): Pick<ObservedShape, 'objects' | 'fields' | 'entries'> {
  if (a.objects === undefined && b.objects === undefined) return {};
  const objects = (a.objects ?? 0) + (b.objects ?? 0);
  const names = [...new Set([...Object.keys(a.fields ?? {}), ...Object.keys(b.fields ?? {})])];
  if (a.entries || b.entries || names.length > mostFields) {
    const all = [a, b].flatMap(({ fields, entries }) => [
      ...Object.values(fields ?? {}),
      ...(entries ? [entries] : []),
    ]);
    return { objects, entries: all.reduce(merge, nothing) };
  }
  const fields = names.map(
    (name) => [name, mergeOptional(own(a.fields, name), own(b.fields, name)) ?? nothing] as const,
  );
  return { objects, fields: Object.fromEntries(fields) };
}

/** Returns the value under a name that a server chose; undefined for names that every object has. */
export function own<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

function mergeOptional(
  a: ObservedShape | undefined,
  b: ObservedShape | undefined,
): ObservedShape | undefined {
  return a && b ? merge(a, b) : (a ?? b);
}

function bounded(shape: ObservedShape): ObservedShape {
  for (let depth = deepest; depth > 0; depth -= 1) {
    if (placesOf(shape) <= mostPlaces) return shape;
    shape = cutAt(shape, depth);
  }
  return shape;
}

function placesOf({ items, fields, entries }: ObservedShape): number {
  const inside = [...Object.values(fields ?? {}), ...(items ? [items] : []), ...(entries ? [entries] : [])];
  return inside.reduce((sum, place) => sum + placesOf(place), 1);
}

/** Returns the shape without the content of objects and arrays at this depth. */
function cutAt({ items, fields, entries, ...shape }: ObservedShape, depth: number): ObservedShape {
  if (depth === 0) return shape.objects === undefined ? shape : { ...shape, entries: nothing };
  return {
    ...shape,
    ...(items && { items: cutAt(items, depth - 1) }),
    ...(fields && {
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, cutAt(field, depth - 1)]),
      ),
    }),
    ...(entries && { entries: cutAt(entries, depth - 1) }),
  };
}

/** Reads a stored shape; undefined for any other value. */
export function readShape(value: unknown): ObservedShape | undefined {
  return isShape(value) ? bounded(onlyNamed(isShape, value)) : undefined;
}

function shapeGuard(depth: number): Guard<ObservedShape> {
  const inner = depth > 0 ? shapeGuard(depth - 1) : (_value: unknown): _value is never => false;
  return isObject(
    { seen: isNumber, kinds: isArrayOf(isOneOf(kindOrder)) },
    { items: inner, objects: isNumber, fields: isRecordOf(inner), entries: inner },
  );
}

const isShape = shapeGuard(deepest + 2);
