// Makes random schemas of a tool's input, each with an input that fits the schema; the same seed gives the same schema
// and input. The schemas combine all keywords of JSON Schema, in mixtures that generators write and in some that nobody
// writes. An independent validator confirms each input.
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import { resolveLocal } from '../../src/declarations/schema/jsonSchema.ts';
import { Random } from '../sandbox/random.ts';

export interface RandomCall {
  readonly seed: number;
  readonly schema: JsonObject;
  readonly input: JsonObject;
}

const deepest = 2;
/** Number of inputs that are tried for a schema before another schema is made. */
const mostTries = 12;

/**
 * Options of the validator. Formats are annotations in JSON Schema 2020-12, so they are not checked. Multiples are
 * compared with a tolerance, as servers may do.
 */
const options = {
  strict: false,
  logger: false,
  validateFormats: false,
  allErrors: true,
  ownProperties: true,
  multipleOfPrecision: 9,
} as const;
const draft7 = new Ajv(options);
const draft2020 = new Ajv2020(options);

/** Returns the schema of this seed and an input that it accepts. */
export function randomCall(seed: number): RandomCall {
  for (let attempt = 0; ; attempt += 1) {
    const random = new Random(seed * 1_000 + attempt);
    const schema = new RandomSchema(random).root();
    const accepts = validatorOf(schema);
    for (let tried = 0; tried < mostTries; tried += 1) {
      const input = new RandomValue(random, schema).of(schema, 0);
      if (isJsonObject(input) && accepts(input)) return { seed, schema, input };
    }
  }
}

function validatorOf(schema: JsonObject): (input: JsonObject) => boolean {
  const dialect = isOfDraft7(schema) ? draft7 : draft2020;
  const { $schema: _dialect, ...body } = schema;
  try {
    const validate = dialect.compile(body);
    return (input) => {
      try {
        return validate(input);
      } catch {
        // An argument named `toString` hides a method that this validator calls.
        return false;
      }
    };
  } finally {
    dialect.removeSchema(body);
  }
}

/** True for schemas in which a list in `items` means a tuple, whatever version the schema declares. */
function isOfDraft7(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.some(isOfDraft7);
  if (!isJsonObject(value)) return false;
  return isJsonArray(value['items']) || Object.values(value).some(isOfDraft7);
}

const plainNames = ['a', 'b', 'kind', 'ids', 'note', 'x-y', 'items', 'type', 'default'] as const;
const oddNames = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '1',
  'größe',
  'a b',
  'q"q',
  'then',
  '$ref',
  '',
] as const;
const patterns = [
  ['^[a-z]+$', 'abc'],
  ['\\d{2}', 'x42'],
  ['^$|^#', '#1'],
] as const;
const formats = [
  'date-time',
  'uri',
  'uuid',
  'email',
  'duration',
  'regex',
  'ipv4',
  'int32',
  'unheard-of',
] as const;
const texts = [
  '',
  'x',
  'abc',
  '#1',
  'x42',
  'two words',
  'ß🙂',
  "it's",
  '"',
  'null',
  '3',
  'a\nb',
  '${x}',
] as const;
const numbers = [0, 1, -1, 2, 3, 10, 143.48, 0.1, -2.5, 1e6, 8.69] as const;

class RandomSchema {
  readonly #random: Random;
  readonly #definitions: Record<string, JsonValue> = {};
  readonly #draft7: boolean;

  constructor(random: Random) {
    this.#random = random;
    this.#draft7 = random.below(4) === 0;
  }

  root(): JsonObject {
    const root = this.#root();
    const isOpen = () => Object.keys(this.#definitions).find((name) => this.#definitions[name] === null);
    for (let name = isOpen(); name !== undefined; name = isOpen())
      this.#definitions[name] = this.#definition();
    const definitions = Object.keys(this.#definitions).length > 0 ? { $defs: this.#definitions } : {};
    const dialect =
      this.#draft7 && this.#half() ? { $schema: 'http://json-schema.org/draft-07/schema#' } : {};
    return { ...root, ...definitions, ...dialect };
  }

  #root(): JsonObject {
    const object = this.#object(0);
    const [one = 'a', two = 'b'] = Object.keys((object['properties'] ?? {}) as JsonObject);
    switch (this.#random.below(10)) {
      case 0:
        return { ...object, [this.#half() ? 'oneOf' : 'anyOf']: [{ required: [one] }, { required: [two] }] };
      case 1:
        return { type: 'object', anyOf: [this.#object(1), this.#object(1)] };
      case 2:
        return { type: 'object', allOf: [this.#object(1), this.#object(1)] };
      case 3:
        return { ...object, allOf: [this.#object(1), { required: [one] }] };
      case 4:
        return {
          ...object,
          if: { properties: { [one]: this.#any(2) }, required: [one] },
          then: { required: [two] },
        };
      default:
        return object;
    }
  }

  /** A definition is never a bare reference, since a reference to itself has no end. */
  #definition(): JsonObject {
    const random = this.#random;
    return random.pick([
      () => this.#object(1),
      () => this.#array(1),
      () => this.#tuple(1),
      () => this.#values(),
    ])();
  }

  #half(): boolean {
    return this.#random.below(2) === 0;
  }

  #maybe<T extends JsonObject>(make: () => T, oneIn = 3): T | JsonObject {
    return this.#random.below(oneIn) === 0 ? make() : {};
  }

  #any(depth: number): JsonValue {
    const schema = this.#plain(depth);
    if (!isJsonObject(schema) || '$ref' in schema) return schema;
    return {
      ...schema,
      ...this.#maybe(() => ({ description: 'Some words.' }), 5),
      ...this.#maybe(() => ({ default: this.#random.pick<JsonValue>([null, 1, 'x', true, []]) }), 8),
      ...('type' in schema ? this.#maybe(() => ({ nullable: true }), 20) : {}),
    };
  }

  #plain(depth: number): JsonValue {
    const random = this.#random;
    const leaf = () => this.#scalar(random.pick(['string', 'number', 'integer', 'boolean', 'null']));
    if (depth >= deepest) return leaf();
    const inner = () => this.#any(depth + 1);
    return random.pick<() => JsonValue>([
      leaf,
      leaf,
      () => this.#typeList(depth),
      () => this.#values(),
      () => this.#object(depth),
      () => this.#object(depth),
      () => this.#array(depth),
      () => this.#array(depth),
      () => this.#tuple(depth),
      () => this.#tuple(depth),
      () => ({ [random.pick(['anyOf', 'oneOf'])]: Array.from({ length: 2 + random.below(2) }, inner) }),
      () => ({
        anyOf: [this.#array(depth), this.#array(depth), ...(this.#half() ? [{ type: 'null' }] : [])],
      }),
      () => ({
        [random.pick(['anyOf', 'oneOf'])]: [this.#tuple(depth), this.#tuple(depth), { type: 'string' }],
      }),
      () => ({ anyOf: [this.#object(depth), this.#object(depth)] }),
      () => ({ anyOf: [inner(), { type: 'null' }] }),
      () => ({ allOf: [this.#object(depth), this.#object(depth)] }),
      () => ({ allOf: [this.#array(depth), this.#array(depth)] }),
      () => ({ allOf: [inner()] }),
      () => ({ type: ['string', 'null'], allOf: [{ minLength: 1 }] }),
      () => this.#reference(),
      () => this.#reference(),
      () => random.pick<JsonValue>([true, {}, { title: 'Anything' }]),
      () => ({ not: leaf() }),
      () => ({ ...this.#object(depth), unevaluatedProperties: false }),
    ])();
  }

  #scalar(type: string): JsonObject {
    const random = this.#random;
    const [low, high] = [random.pick(numbers), random.pick(numbers)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    if (type === 'string') {
      return {
        type,
        ...this.#maybe(() => ({ minLength: random.below(3) })),
        ...this.#maybe(() => ({ maxLength: 3 + random.below(6) })),
        ...this.#maybe(() => ({ pattern: (patterns[random.below(patterns.length)] ?? patterns[0])[0] }), 5),
        ...this.#maybe(() => ({ format: random.pick(formats) })),
      };
    }
    if (type !== 'number' && type !== 'integer') return { type };
    return {
      type,
      ...this.#maybe(() => ({ minimum: low }), 4),
      ...this.#maybe(() => ({ exclusiveMaximum: high + 1 }), 4),
      ...this.#maybe(
        () => ({ multipleOf: type === 'integer' ? 1 + random.below(3) : random.pick([0.01, 0.1, 0.5, 1]) }),
        4,
      ),
      ...this.#maybe(() => ({ format: random.pick(['int32', 'float', 'double']) }), 6),
    };
  }

  /** Makes keywords of several types; each keyword applies only to values of its own type. */
  #typeList(depth: number): JsonObject {
    const all = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const;
    const types = [...new Set([this.#random.pick(all), this.#random.pick(all), this.#random.pick(all)])];
    const parts = types.map((type) => {
      if (type === 'array') return this.#half() ? this.#array(depth) : this.#tuple(depth);
      return type === 'object' ? this.#object(depth) : this.#scalar(type);
    });
    return { ...(Object.assign({}, ...parts) as JsonObject), type: types };
  }

  #values(): JsonObject {
    const random = this.#random;
    const value = () =>
      random.pick<JsonValue>([
        random.pick(texts),
        random.pick(numbers),
        true,
        false,
        null,
        {},
        [],
        { a: 1 },
        { a: null },
        [1, 'x'],
        [null],
      ]);
    if (random.below(3) === 0) return { const: value() };
    return {
      enum: [
        ...new Map(
          Array.from({ length: 1 + random.below(4) }, value).map((one) => [JSON.stringify(one), one]),
        ).values(),
      ],
    };
  }

  #object(depth: number): JsonObject {
    const random = this.#random;
    const names = Array.from({ length: random.below(5) }, () =>
      random.pick(random.below(4) === 0 ? oddNames : plainNames),
    );
    const properties = Object.fromEntries(names.map((name) => [name, this.#any(depth + 1)]));
    const required = [...new Set(names)].filter(() => this.#half());
    return {
      type: 'object',
      ...(names.length > 0 || this.#half() ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...this.#maybe(
        () => ({
          additionalProperties: random.pick<() => JsonValue>([
            () => false,
            () => true,
            () => this.#any(depth + 1),
          ])(),
        }),
        2,
      ),
      ...this.#maybe(() => ({ patternProperties: { '^x': this.#any(depth + 1) } }), 10),
      ...this.#maybe(() => ({ minProperties: 1 }), 10),
      ...this.#maybe(() => ({ required: [...required, 'unlisted'] }), 25),
      ...this.#maybe(() => ({ dependentRequired: { a: ['b'] } }), 25),
      ...this.#maybe(() => ({ propertyNames: { minLength: 1 } }), 25),
    };
  }

  #array(depth: number): JsonObject {
    return {
      type: 'array',
      ...(this.#random.below(6) === 0 ? {} : { items: this.#any(depth + 1) }),
      ...this.#maybe(() => ({ minItems: this.#random.below(3) }), 4),
      ...this.#maybe(() => ({ maxItems: 3 }), 4),
      ...this.#maybe(() => ({ uniqueItems: true }), 8),
    };
  }

  #tuple(depth: number): JsonObject {
    const random = this.#random;
    const items = Array.from({ length: 1 + random.below(4) }, () => this.#any(depth + 1));
    const rest = this.#random.pick<() => JsonValue | undefined>([
      () => undefined,
      () => false,
      () => true,
      () => this.#any(depth + 1),
    ])();
    const [first, others] = this.#draft7 ? ['items', 'additionalItems'] : ['prefixItems', 'items'];
    return {
      type: 'array',
      [first]: items,
      ...(rest === undefined ? {} : { [others]: rest }),
      ...this.#maybe(() => ({ minItems: random.below(items.length + 2) }), 2),
      ...this.#maybe(() => ({ maxItems: random.below(2) + items.length }), 4),
    };
  }

  /** Definitions are filled in at the end, so that they can refer to themselves and to each other. */
  #reference(): JsonObject {
    const name = this.#random.pick(['Node', 'Item', 'A/b']);
    this.#definitions[name] ??= null;
    return { $ref: `#/$defs/${name.replace('/', '~1')}` };
  }
}

class RandomValue {
  readonly #random: Random;
  readonly #root: JsonObject;

  constructor(random: Random, root: JsonObject) {
    this.#random = random;
    this.#root = root;
  }

  /** Returns a value that often fits the schema, but not always. */
  of(schema: JsonValue | undefined, depth: number): JsonValue {
    // A branch that only requires properties listed beside it does not restrict values.
    if (isJsonObject(schema) && Object.keys(schema).join() === 'required') return {};
    if (!isJsonObject(schema))
      return this.#random.pick<JsonValue>([null, 1, 'x', [], {}, [null], { a: null }]);
    if ('const' in schema) return schema['const'] ?? null;
    const { enum: values, $ref, anyOf, oneOf, allOf } = schema;
    if (isJsonArray(values)) return values[this.#random.below(values.length)] ?? null;
    if (typeof $ref === 'string') {
      return depth > 10 ? null : this.of(resolveLocal(this.#root, $ref) as JsonValue, depth + 1); // a part of JSON
    }
    const parts = [
      ...('type' in schema ? [this.#own(schema, depth)] : []),
      ...[anyOf, oneOf].flatMap((branches) =>
        isJsonArray(branches) ? [this.of(branches[this.#random.below(branches.length)], depth + 1)] : [],
      ),
      ...(isJsonArray(allOf) ? allOf.map((part) => this.of(part, depth + 1)) : []),
    ];
    if (parts.length === 0)
      return this.#random.pick<JsonValue>([null, 1, 'x', [], {}, [null, 1], { a: null }]);
    return parts.every(isJsonObject) ? (Object.assign({}, ...parts) as JsonObject) : (parts[0] ?? null);
  }

  #own(schema: JsonObject, depth: number): JsonValue {
    const types = isJsonArray(schema['type']) ? schema['type'] : [schema['type']];
    const random = this.#random;
    switch (types[random.below(types.length)]) {
      case 'string':
        return this.#text(schema);
      case 'integer':
        return Math.round(this.#number(schema));
      case 'number':
        return this.#number(schema);
      case 'boolean':
        return random.below(2) === 0;
      case 'array':
        return this.#array(schema, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return null;
    }
  }

  #text({ pattern }: JsonObject): string {
    return patterns.find(([source]) => source === pattern)?.[1] ?? this.#random.pick(texts);
  }

  #number({ minimum, exclusiveMaximum, multipleOf }: JsonObject): number {
    if (typeof multipleOf === 'number') return Number((this.#random.below(20_000) * multipleOf).toFixed(2));
    if (typeof minimum === 'number') return minimum + this.#random.below(2);
    return typeof exclusiveMaximum === 'number' ? exclusiveMaximum - 1 : this.#random.pick(numbers);
  }

  #array(schema: JsonObject, depth: number): JsonValue {
    const { items, prefixItems, additionalItems, minItems, maxItems } = schema;
    const tuple = isJsonArray(prefixItems) ? prefixItems : isJsonArray(items) ? items : [];
    const rest = isJsonArray(items) ? additionalItems : items;
    const least = typeof minItems === 'number' ? minItems : 0;
    const most = typeof maxItems === 'number' ? maxItems : tuple.length + 2;
    const length = depth > 10 ? least : Math.max(least, this.#random.below(most + 1));
    const wanted = rest === false ? Math.min(length, tuple.length) : length;
    return Array.from({ length: wanted }, (_, index) =>
      this.of(index < tuple.length ? tuple[index] : rest, depth + 1),
    );
  }

  /** An object gets no unlisted properties unless the schema mentions them, since unlisted names count as misspelt. */
  #object(
    { properties, required, additionalProperties, patternProperties }: JsonObject,
    depth: number,
  ): JsonValue {
    const needed = isJsonArray(required) ? required : [];
    const listed = isJsonObject(properties) ? Object.entries(properties) : [];
    const chosen = listed.filter(
      ([name]) => needed.includes(name) || (depth < 10 && this.#random.below(2) === 0),
    );
    const unlisted = needed.filter(
      (name) => typeof name === 'string' && !listed.some(([known]) => known === name),
    );
    const isOpen = additionalProperties !== undefined && additionalProperties !== false && depth < 10;
    const others = isOpen && this.#random.below(2) === 0 ? ['more'] : [];
    const xs =
      isJsonObject(patternProperties) && this.#random.below(2) === 0
        ? [['x1', this.of(patternProperties['^x'], depth + 1)]]
        : [];
    return Object.fromEntries([
      ...chosen.map(([name, schema]) => [name, this.of(schema, depth + 1)]),
      ...[...unlisted, ...others].map((name) => [name, this.of(additionalProperties, depth + 1)]),
      ...xs,
    ]) as JsonValue;
  }
}
