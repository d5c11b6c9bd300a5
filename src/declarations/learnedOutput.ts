// The type of the answers of a tool that declares none, learned from its answers. It helps to write a script and refuses none.
import type { SchemaObject } from './schema/jsonSchema.ts';

export interface LearnedOutput {
  readonly schema: SchemaObject;
  /** The source of the type, for a comment: `observed, 3 calls`, `recorded for this version`. */
  readonly source: string;
  /** How a script reaches the parts of a value, for a comment, where the type does not tell. */
  readonly parts?: string;
}
