// The arguments of the call that reverses another: found by name in what the call was given and what it answered. What is not found is not
// guessed.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../catalog/json.ts';
import { singular, wordsOf } from './inverseVerbs.ts';
import { own, propertiesOf, requiredOf } from './undoCall.ts';

/** Members by which things are named. */
const idWords = new Set(['id', 'name', 'key', 'path', 'slug', 'number', 'uri', 'url', 'title', 'login', 'email', 'uuid', 'iid']);

type ArgumentsReading = { readonly ok: true; readonly input: JsonObject } | { readonly ok: false; readonly missing: string };

/** For a tool with this schema, from what the other call was given and answered. */
export function inverseArguments(schema: JsonObject, input: JsonObject, output: JsonValue | undefined): ArgumentsReading {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const found: Record<string, JsonValue> = {};
  // What was created is in the answer: the input may name things that were there before.
  const sources = [...objectsIn(output), input];
  for (const name of required) {
    const value = find(name, properties[name] ?? {}, sources);
    if (value === undefined) return { ok: false, missing: name };
    found[name] = value;
  }
  // Where it is: an owner, a repository, a folder.
  for (const name of Object.keys(properties)) {
    const value = own(input, name);
    if (!Object.hasOwn(found, name) && isScalar(value) && fits(value, properties[name] ?? {})) found[name] = value;
  }
  return Object.keys(found).length > 0 ? { ok: true, input: found } : { ok: false, missing: 'an argument' };
}

/** The answer, and what stands in it under a name: `{ issue: { id } }`. */
function objectsIn(output: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonObject(output)) return [];
  return [output, ...Object.values(output).filter(isJsonObject)];
}

function find(name: string, schema: JsonObject, sources: readonly JsonObject[]): JsonValue | undefined {
  const type = schema['type'];
  for (const source of sources) {
    const same = own(source, name);
    if (same !== undefined && fits(same, schema)) return same;
  }
  const isList = type === 'array';
  const id = wordsOf(name)
    .map(singular)
    .findLast((word) => idWords.has(word));
  for (const source of sources) {
    const value = isList ? listOf(name, id, schema, source) : id === undefined ? undefined : own(source, id);
    if (value !== undefined && fits(value, schema)) return value;
  }
  return undefined;
}

/** `entityNames` from `entities: [{ name }]`; `deletions: [{ entityName, observations }]` from `results: [{ entityName, addedObservations }]`. */
function listOf(name: string, id: string | undefined, schema: JsonObject, source: JsonObject): JsonValue | undefined {
  const about = wordsOf(name).map(singular);
  const items = isJsonObject(schema['items']) ? schema['items'] : {};
  const lists = Object.entries(source).filter((entry): entry is [string, readonly JsonObject[]] => isObjects(entry[1]));
  for (const [key, list] of lists) {
    if (items['type'] === 'object') {
      const mapped = list.map((item) => mapItem(item, items));
      if (mapped.length > 0 && mapped.every((item) => item !== undefined)) return mapped;
    } else if (
      id !== undefined &&
      wordsOf(key)
        .map(singular)
        .some((word) => about.includes(word))
    ) {
      const ids = list.map((item) => own(item, id));
      if (ids.length > 0 && ids.every(isScalar)) return ids;
    }
  }
  return undefined;
}

/** By name; one member may have another name where nothing else of its type is left, and another member says what the item is about. */
function mapItem(item: JsonObject, schema: JsonObject): JsonObject | undefined {
  const properties = propertiesOf(schema);
  const mapped: Record<string, JsonValue> = {};
  const open: string[] = [];
  for (const name of requiredOf(schema)) {
    const value = own(item, name);
    if (value !== undefined && fits(value, properties[name] ?? {})) mapped[name] = value;
    else open.push(name);
  }
  const [missing, ...others] = open;
  if (missing === undefined) return Object.keys(mapped).length > 0 ? mapped : undefined;
  const left = Object.entries(item).filter(([name, value]) => !Object.hasOwn(mapped, name) && fits(value, properties[missing] ?? {}));
  const [only, ...more] = left;
  if (others.length > 0 || more.length > 0 || !only || Object.keys(mapped).length === 0) return undefined;
  return { ...mapped, [missing]: only[1] };
}

/** Whether the value has the type that the schema names; the check of types says the rest. */
function fits(value: JsonValue, schema: JsonObject): boolean {
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  if (types.length === 0) return true;
  return types.some((type) => {
    if (type === 'array')
      return isJsonArray(value) && value.every((item) => (isJsonObject(schema['items']) ? fits(item, schema['items']) : true));
    if (type === 'object') return isJsonObject(value) && requiredOf(schema).every((name) => own(value, name) !== undefined);
    if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value);
    return type === 'null' ? value === null : typeof value === type;
  });
}

function isScalar(value: JsonValue | undefined): value is string | number | bigint | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

function isObjects(value: JsonValue): value is readonly JsonObject[] {
  return isJsonArray(value) && value.length > 0 && value.every(isJsonObject);
}
