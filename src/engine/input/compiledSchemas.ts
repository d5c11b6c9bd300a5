// Compiles the schemas of servers with ajv, in the validator's thread, and keeps the validators in use.
import type { ErrorObject, ValidateFunction } from 'ajv';
import type Ajv from 'ajv/dist/core.js';
import { closeObjects, type SchemaObject } from '../../declarations/index.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { setNewest } from '../../base/setNewest.ts';
import { exactSchema } from './exactSchema.ts';
import { isNoMultiple, misses, readPattern } from './patterns.ts';

/** Maximum number of compiled schemas; the least recently used is removed first. */
const MOST_KEPT = 200;

/** Reports every mistake of a value, and accepts schemas that ajv refuses in strict mode. */
const options = {
  strict: false,
  validateSchema: false,
  allErrors: true,
  verbose: true,
  ownProperties: true,
  logger: false,
} as const;

export class CompiledSchemas {
  #exact: Validators | undefined;
  #strict: Validators | undefined;

  /** Compiles a first schema in advance, which takes longer than most later ones. */
  warm(): void {
    this.#exactOnes().mistakes('{"type":"object"}', {});
  }

  /**
   * Returns the mistakes for which every server would refuse `input`, none if it fits; undefined if this cannot be
   * decided. `schema` is JSON text.
   */
  mistakes(schema: string, input: unknown): readonly ErrorObject[] | undefined {
    return this.#exactOnes()
      .mistakes(schema, input)
      ?.filter((error) => !isByRounding(error));
  }

  /** Returns the mistakes for which some servers would refuse `input`, in particular wrong formats. */
  doubts(schema: string, input: unknown): readonly ErrorObject[] {
    this.#strict ??= new Validators(addFormats(new Ajv2020(options)));
    return this.#strict.mistakes(schema, input) ?? [];
  }

  #exactOnes(): Validators {
    return (this.#exact ??= new Validators(exactAjv()));
  }
}

/** The validators that one ajv instance has compiled. */
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
      // The validator compares values by inherited methods, which an argument named `toString` hides.
      return undefined;
    }
  }

  #compile(text: string): ValidateFunction | undefined {
    // The validator does not know a property named `__proto__` and would refuse it.
    if (text.includes('"__proto__"')) return undefined;
    const schema = exactSchema(closeObjects(JSON.parse(text) as SchemaObject)); // the host wrote this JSON
    try {
      return this.#ajv.compile(schema);
    } catch {
      return undefined;
    } finally {
      this.#ajv.removeSchema(schema);
    }
  }
}

/** Creates an ajv that refuses only values which every server would refuse. */
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

/**
 * True if the mistake may come from rounding. Integers beyond 2^53 arrive here rounded; rounding keeps their order, but
 * two numbers that are equal here may differ in the message to the server.
 */
function isByRounding({ keyword, data, params }: ErrorObject): boolean {
  if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum')
    return isRounded(data) && data === (params as { limit?: unknown }).limit;
  return (keyword === 'uniqueItems' || keyword === 'multipleOf') && isRounded(data);
}

/** True if a value is an integer beyond 2^53, or contains one. */
function isRounded(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isRounded);
}
