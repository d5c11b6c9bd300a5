// ajv over the schemas of servers, in the thread: compiled once for as long as they are used.
import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv';
import { closeObjects } from '../../declarations/schema/closeObjects.ts';
import type { SchemaObject } from '../../declarations/schema/jsonSchema.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { setNewest } from '../../catalog/setNewest.ts';

/** Those used longest ago are forgotten first. */
const MOST_KEPT = 200;

export class CompiledSchemas {
  #dialects: SchemaDialects | undefined;
  readonly #kept = new Map<string, ValidateFunction | undefined>();

  /** Compiles the dialects' own schemas, which takes longer than most others. */
  warm(): SchemaDialects {
    if (this.#dialects) return this.#dialects;
    const dialects = schemaDialects();
    for (const dialect of [dialects.draft7, dialects.draft2020]) dialect.compile({ type: 'object' });
    return (this.#dialects = dialects);
  }

  /** The mistakes of `input`, none if it fits; undefined for a schema that cannot be compiled. `schema`: as JSON. */
  mistakes(schema: string, input: unknown): readonly ErrorObject[] | undefined {
    const validate = this.#kept.has(schema) ? this.#kept.get(schema) : this.#compile(schema);
    setNewest(this.#kept, schema, validate, MOST_KEPT);
    if (!validate) return undefined;
    return validate(input) ? [] : (validate.errors ?? []);
  }

  #compile(text: string): ValidateFunction | undefined {
    // The validator knows no property of that name, and would refuse it.
    if (text.includes('"__proto__"')) return undefined;
    const schema = JSON.parse(text) as SchemaObject;
    const { draft7, draft2020 } = this.warm();
    const dialect = typeof schema['$schema'] === 'string' && /draft-0[4-7]/.test(schema['$schema']) ? draft7 : draft2020;
    // Ids and dialects of schemas from different servers would collide in one instance; ajv answers with a promise for `$async`.
    const { $schema: _dialect, $id: _id, $async: _async, ...body } = closeObjects(schema) as AnySchemaObject;
    try {
      return dialect.compile(body);
    } catch {
      return undefined;
    } finally {
      dialect.removeSchema(body);
    }
  }
}

interface SchemaDialects {
  readonly draft7: Ajv;
  readonly draft2020: Ajv2020;
}

/** Validators that report every mistake of a value and accept schemas that strict ajv would refuse. */
export function schemaDialects(): SchemaDialects {
  const options = { strict: false, allErrors: true, verbose: true, ownProperties: true, logger: false } as const;
  const draft7 = new Ajv(options);
  const draft2020 = new Ajv2020(options);
  addFormats(draft7);
  addFormats(draft2020);
  return { draft7, draft2020 };
}
