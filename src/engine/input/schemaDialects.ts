// ajv for the two dialects that servers write. A file of its own, because only an ES module of ours can be imported
// lazily from a bundle: a CommonJS package imported so arrives there as a bare `default`.
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface SchemaDialects {
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
