// Arguments that fit a schema, and arguments with one common mistake each, made from the schema alone and confirmed by
// the validator that every call passes through.
import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { closeObjects } from '../../src/declarations/schema/closeObjects.ts';
import { isSchemaObject, type SchemaObject } from '../../src/declarations/schema/jsonSchema.ts';
import type { InputValidator } from '../../src/engine/input/inputValidator.ts';

export type Mistake = 'missing required' | 'wrong type' | 'wrong value' | 'unknown argument';

export interface WrongArgument {
  readonly mistake: Mistake;
  readonly value: JsonObject;
}

const instancesPerSchema = 4;

/**
 * Returns values of the schema, the same in every run: some sparse, some with every optional part. Some may not fit.
 */
export function candidates(schema: SchemaObject): readonly JsonValue[] {
  const closed = closeObjects(schema) as JsonSchema; // any object is a schema to the generator
  return Array.from({ length: instancesPerSchema }).flatMap((_, index) => {
    const generator = createGeneratorSync({
      seed: 7_919 * (index + 1),
      optionalsProbability: index / (instancesPerSchema - 1),
      refDepthMax: 3,
      maxDefaultItems: 3,
    });
    try {
      return [generator.generate(closed) as JsonValue]; // it makes nothing but JSON
    } catch {
      return [];
    }
  });
}

/** Returns the candidates with which the tool can be called. */
export async function validArguments(
  tool: CatalogTool,
  validator: InputValidator,
): Promise<readonly JsonObject[]> {
  const values = candidates(tool.inputSchema).filter((value) =>
    isSchemaObject(value),
  ) as readonly JsonObject[];
  const problems = await Promise.all(values.map((value) => validator.problem(tool, value)));
  return values.filter((_, index) => problems[index] === undefined);
}

/** Returns copies of a valid argument with one mistake each, at any depth, if the validator refuses them. */
export async function wrongArguments(
  tool: CatalogTool,
  valid: JsonObject,
  validator: InputValidator,
): Promise<readonly WrongArgument[]> {
  const wrong = mistakesIn(valid, MOST_DEPTH).flatMap(({ mistake, value }) =>
    isJsonObject(value) ? [{ mistake, value }] : [],
  );
  const problems = await Promise.all(wrong.map(({ value }) => validator.problem(tool, value)));
  return wrong.filter(({ mistake }, index) => problems[index]?.includes(SAID[mistake]) === true);
}

/** The validator's words for each mistake. Other mistakes, such as a text that is too short, do not concern types. */
const SAID: Readonly<Record<Mistake, string>> = {
  'missing required': 'is missing',
  'wrong type': 'must be',
  'wrong value': 'must be one of',
  'unknown argument': 'is not an argument',
};
const MOST_DEPTH = 3;

interface Wrong {
  readonly mistake: Mistake;
  readonly value: JsonValue;
}

function mistakesIn(value: JsonValue, depth: number): readonly Wrong[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) {
    const [first, ...rest] = value as readonly JsonValue[];
    return first === undefined
      ? []
      : mistakesAt(first, depth).map((wrong) => ({ ...wrong, value: [wrong.value, ...rest] }));
  }
  if (!isJsonObject(value)) return [];
  return [
    { mistake: 'unknown argument', value: { ...value, surelyNoArgumentOfThis: 1 } },
    ...Object.entries(value).flatMap(([name, item]): Wrong[] => [
      {
        mistake: 'missing required',
        value: Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
      },
      ...mistakesAt(item, depth).map((wrong) => ({ ...wrong, value: { ...value, [name]: wrong.value } })),
    ]),
  ];
}

function mistakesAt(value: JsonValue, depth: number): readonly Wrong[] {
  const replaced: Wrong[] =
    typeof value === 'string'
      ? [
          { mistake: 'wrong type', value: 4_711 },
          { mistake: 'wrong value', value: 'surely no value of this' },
        ]
      : [{ mistake: 'wrong type', value: 'surely of another type' }];
  return [...replaced, ...mistakesIn(value, depth - 1)];
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return isSchemaObject(value);
}
