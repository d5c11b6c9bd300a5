// The output type of a tool that declares none, learned from its results. The type helps to write a script and never
// refuses one.
import type { SchemaObject } from './schema/jsonSchema.ts';

export interface LearnedOutput {
  readonly schema: SchemaObject;
  /** The source of the type, for a comment: `observed, 3 calls`, `recorded for this version`. */
  readonly source: string;
  /** Explains in a comment how a script reaches the parts of a value, if the type does not show it. */
  readonly parts?: string;
}
