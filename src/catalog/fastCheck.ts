// Checks a value against a schema in a few steps, which suffices for most calls and avoids a wait for the validator's
// thread. Counts every step, runs no regular expression of a server, and leaves all other cases to the thread.
import { isJsonArray, isJsonObject, jsonType, type JsonObject, type JsonValue } from '../base/json.ts';
import { resolveLocal } from '../declarations/index.ts';

/** Maximum number of steps, which take about a tenth of a millisecond. */
const MOST_STEPS = 2_000;

const ANNOTATIONS =
  '$schema $defs definitions $comment title description default example examples deprecated readOnly writeOnly contentMediaType';
const UNDERSTOOD =
  'type enum const properties required additionalProperties minProperties maxProperties items minItems maxItems uniqueItems ' +
  'minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf anyOf oneOf allOf $ref';
const known = new Set(`${ANNOTATIONS} ${UNDERSTOOD}`.split(' '));

/** True only if the validator would accept the input; false if it does not fit or the fast check cannot decide. */
export function passesFastCheck(schema: JsonObject, input: JsonObject): boolean {
  return new Walk(schema).verdict(schema, input) === 'fits';
}

/** True if the value certainly does not fit `part` of the schema `root`. */
export function failsFastCheck(root: JsonObject, part: JsonObject, value: JsonValue): boolean {
  return new Walk(root).verdict(part, value) === 'wrong';
}

/** Thrown when only the validator can decide. */
class Inconclusive extends Error {}

class Walk {
  readonly #root: JsonObject;
  #left = MOST_STEPS;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  verdict(schema: JsonObject, value: JsonValue): 'fits' | 'wrong' | 'unknown' {
    try {
      return this.#fits(schema, value) ? 'fits' : 'wrong';
    } catch (error) {
      if (error instanceof Inconclusive || error instanceof RangeError) return 'unknown';
      throw error;
    }
  }

  #spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Inconclusive();
  }

  #fits(schema: JsonValue | undefined, value: JsonValue): boolean {
    this.#spend(1);
    if (typeof schema === 'boolean') return schema;
    if (!isJsonObject(schema)) throw new Inconclusive();
    const keywords = Object.keys(schema);
    this.#spend(keywords.length);
    if (!keywords.every((name) => known.has(name) || name.startsWith('x-'))) throw new Inconclusive();
    return (
      this.#isOfType(schema['type'], value) &&
      this.#isListed(schema, value) &&
      this.#isRight(schema, value) &&
      this.#fitsAll(schema, value)
    );
  }

  #isOfType(type: JsonValue | undefined, value: JsonValue): boolean {
    if (type === undefined) return true;
    const types = typeof type === 'string' ? [type] : this.#list(type);
    return types.some((name) => name === jsonType(value) || (name === 'integer' && Number.isInteger(value)));
  }

  #isListed({ enum: values, const: only }: JsonObject, value: JsonValue): boolean {
    if (values === undefined && only === undefined) return true;
    if (typeof value === 'object' && value !== null) throw new Inconclusive();
    return (
      (values === undefined || this.#list(values).includes(value)) && (only === undefined || only === value)
    );
  }

  #isRight(schema: JsonObject, value: JsonValue): boolean {
    if (typeof value === 'string') return isTextRight(schema, value);
    if (typeof value === 'number') return isNumberRight(schema, value);
    if (isJsonArray(value)) return this.#areItemsRight(schema, value);
    return !isJsonObject(value) || this.#arePropertiesRight(schema, value);
  }

  #areItemsRight(
    { items = true, minItems, maxItems, uniqueItems }: JsonObject,
    values: readonly JsonValue[],
  ): boolean {
    this.#spend(values.length);
    if (uniqueItems === true) {
      if (values.some((value) => typeof value === 'object' && value !== null)) throw new Inconclusive();
      if (new Set(values).size < values.length) return false;
    }
    const isCountRight =
      values.length >= numberOf(minItems, 0) && values.length <= numberOf(maxItems, Infinity);
    return isCountRight && values.every((value) => this.#fits(items, value));
  }

  #arePropertiesRight(schema: JsonObject, value: JsonObject): boolean {
    const { required = [], properties, additionalProperties, minProperties, maxProperties } = schema;
    const names = Object.keys(value);
    this.#spend(names.length);
    if (names.length < numberOf(minProperties, 0) || names.length > numberOf(maxProperties, Infinity))
      return false;
    if (!this.#list(required).every((name) => typeof name === 'string' && Object.hasOwn(value, name)))
      return false;
    if (properties !== undefined && !isJsonObject(properties)) throw new Inconclusive();
    return names.every((name) => {
      if (name === '__proto__') throw new Inconclusive();
      if (properties && Object.hasOwn(properties, name))
        return this.#fits(properties[name], value[name] ?? null);
      // If the schema does not say whether other properties are allowed, `closeObjects` decides.
      if (additionalProperties === undefined && properties) throw new Inconclusive();
      return this.#fits(additionalProperties ?? true, value[name] ?? null);
    });
  }

  #fitsAll({ allOf = [], anyOf, oneOf, $ref }: JsonObject, value: JsonValue): boolean {
    const fits = (part: JsonValue) => this.#fits(part, value);
    if (!this.#list(allOf).every(fits)) return false;
    if (anyOf !== undefined && !this.#list(anyOf).some(fits)) return false;
    if (oneOf !== undefined && this.#list(oneOf).filter(fits).length !== 1) return false;
    if ($ref === undefined) return true;
    if (typeof $ref !== 'string') throw new Inconclusive();
    this.#spend($ref.length);
    return this.#fits(resolveLocal(this.#root, $ref) as JsonValue | undefined, value); // a part of a JSON value
  }

  #list(value: JsonValue): readonly JsonValue[] {
    if (!isJsonArray(value)) throw new Inconclusive();
    this.#spend(value.length);
    return value;
  }
}

function isTextRight({ pattern, format, minLength, maxLength }: JsonObject, text: string): boolean {
  if (pattern !== undefined || format !== undefined) throw new Inconclusive();
  const [least, most] = [numberOf(minLength, 0), numberOf(maxLength, Infinity)];
  // Lengths are in characters; a character has one or two code units.
  if (text.length / 2 >= least && text.length <= most) return true;
  if (text.length > MOST_STEPS) throw new Inconclusive();
  const { length } = Array.from(text);
  return length >= least && length <= most;
}

function isNumberRight(schema: JsonObject, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  if (format !== undefined) throw new Inconclusive();
  const isInRange = value >= numberOf(minimum, -Infinity) && value <= numberOf(maximum, Infinity);
  const isInside =
    value > numberOf(exclusiveMinimum, -Infinity) && value < numberOf(exclusiveMaximum, Infinity);
  if (!isInRange || !isInside || multipleOf === undefined) return isInRange && isInside;
  // Fractions are not exact in binary.
  if (!Number.isInteger(value / numberOf(multipleOf, NaN)) && !Number.isInteger(multipleOf))
    throw new Inconclusive();
  return Number.isInteger(value / numberOf(multipleOf, NaN));
}

function numberOf(value: JsonValue | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'number') throw new Inconclusive();
  return value;
}
