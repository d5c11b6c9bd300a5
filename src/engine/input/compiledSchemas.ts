// ajv over the schemas of servers, in the thread: compiled once for as long as they are used.
import type { ErrorObject, ValidateFunction } from 'ajv';
import type Ajv from 'ajv/dist/core.js';
import { closeObjects } from '../../declarations/schema/closeObjects.ts';
import type { SchemaObject } from '../../declarations/schema/jsonSchema.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { setNewest } from '../../base/setNewest.ts';
import { exactSchema } from './exactSchema.ts';
import { isNoMultiple, misses, readPattern } from './patterns.ts';

/** Those used longest ago are forgotten first. */
const MOST_KEPT = 200;

/** Every mistake of a value is reported, and schemas that strict ajv would refuse are accepted. */
const options = { strict: false, validateSchema: false, allErrors: true, verbose: true, ownProperties: true, logger: false } as const;

export class CompiledSchemas {
  #exact: Validators | undefined;
  #strict: Validators | undefined;

  /** Compiles a first schema, which takes longer than most others. */
  warm(): void {
    this.#exactOnes().mistakes('{"type":"object"}', {});
  }

  /** The mistakes for which each server would refuse `input`, none if it fits; undefined where that cannot be told. `schema`: as JSON. */
  mistakes(schema: string, input: unknown): readonly ErrorObject[] | undefined {
    return this.#exactOnes()
      .mistakes(schema, input)
      ?.filter((error) => !isByRounding(error));
  }

  /** The mistakes for which some servers refuse it besides: formats above all. */
  doubts(schema: string, input: unknown): readonly ErrorObject[] {
    this.#strict ??= new Validators(addFormats(new Ajv2020(options)));
    return this.#strict.mistakes(schema, input) ?? [];
  }

  #exactOnes(): Validators {
    return (this.#exact ??= new Validators(exactAjv()));
  }
}

/** The validators that one ajv has compiled. */
class Validators {
  readonly #ajv: Ajv;
  readonly #kept = new Map<string, ValidateFunction | undefined>();

  constructor(ajv: Ajv) {
    this.#ajv = ajv;
  }

  mistakes(schema: string, input: unknown): readonly ErrorObject[] | undefined {
    const validate = this.#kept.has(schema) ? this.#kept.get(schema) : this.#compile(schema);
    setNewest(this.#kept, schema, validate, MOST_KEPT);
    if (!validate) return undefined;
    try {
      return validate(input) ? [] : (validate.errors ?? []);
    } catch {
      // The validator compares values by the methods that they inherit: an argument named `toString` hides one.
      return undefined;
    }
  }

  #compile(text: string): ValidateFunction | undefined {
    // The validator knows no property of that name, and would refuse it.
    if (text.includes('"__proto__"')) return undefined;
    const schema = exactSchema(closeObjects(JSON.parse(text) as SchemaObject)); // the host wrote it
    try {
      return this.#ajv.compile(schema);
    } catch {
      return undefined;
    } finally {
      this.#ajv.removeSchema(schema);
    }
  }
}

/** Refuses only what each server would refuse. */
function exactAjv(): Ajv {
  const ajv = new Ajv2020({ ...options, validateFormats: false });
  ajv.removeKeyword('pattern').addKeyword({
    keyword: 'pattern',
    type: 'string',
    compile: (source: string) => {
      const pattern = readPattern(source);
      return (text: string) => !pattern || !misses(pattern, text);
    },
  });
  return ajv.removeKeyword('multipleOf').addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    validate: (step: number, value: number) => !isNoMultiple(value, step),
  });
}

/** Integers beyond 2^53 come here rounded. Rounding keeps their order, but what equals another number here may differ from it on the wire. */
function isByRounding({ keyword, data, params }: ErrorObject): boolean {
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum')
    return isRounded(data) && data === (params as { limit?: unknown }).limit;
  return (keyword === 'uniqueItems' || keyword === 'multipleOf') && isRounded(data);
}

/** True if a value is an integer beyond 2^53, or holds one. */
function isRounded(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isRounded);
}
