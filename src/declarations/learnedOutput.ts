// The type of an answer that its tool does not declare: seen in answers, or read from the description. It helps who writes a script, and
// keeps none from running.
import type { SchemaObject } from './schema/jsonSchema.ts';

export interface LearnedOutput {
  readonly schema: SchemaObject;
  /** Where it is from, for a comment: `observed, 3 calls`, `from the description`. */
  readonly source: string;
  /** How a script reaches its parts, for a comment, where its type does not tell. */
  readonly parts?: string;
}
