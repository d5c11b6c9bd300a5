// What a saved script says of itself: its doc comment and the types of its `main`, as JSON Schemas. Plain data: it crosses from the checker's
// thread.

/** A JSON Schema, of JSON values alone. */
export type SignatureSchema = Readonly<Record<string, unknown>>;

export interface ScriptSignature {
  /** `@title` */
  readonly title?: string;
  /** The doc comment without its tags; empty where there is none. */
  readonly description: string;
  /** Of an object. */
  readonly input: SignatureSchema;
  /** Absent where the script does not say what it returns. */
  readonly output?: SignatureSchema;
}

export type SignatureReading =
  | { readonly ok: true; readonly signature: ScriptSignature }
  /** One sentence: why it cannot be called. `mayPass`: the reader was lost, perhaps not by this script. */
  | { readonly ok: false; readonly problem: string; readonly mayPass?: true };

/** A literal of a script that can become one of its arguments. */
export interface ScriptLiteral {
  /** The argument's; once among those of the script. */
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly value: string | number | boolean;
  /** Where it stands in the code: from, and to. */
  readonly spans: readonly (readonly [start: number, end: number])[];
}

/** What a script reads of its arguments. */
export interface ArgumentReads {
  /** Each once; `isOptional`: the code goes without. */
  readonly names: readonly { readonly name: string; readonly isOptional: boolean }[];
  /** They are also used in a way that may read any. */
  readonly isWhole: boolean;
}

/** What a script that ran has for a saved one. */
export interface ScriptDraft {
  /** Those that can become arguments: none where the script says itself what it takes, or may read any. */
  readonly literals: readonly ScriptLiteral[];
  readonly reads: ArgumentReads;
  /** Those of `reads` that the script has to say yet. */
  readonly unsaid: ArgumentReads['names'];
  /** The doc comment that says what it takes, with its marks: from, and to. Absent where it has none. */
  readonly docComment?: readonly [start: number, end: number];
}

/** Of code that cannot be read. */
export const noDraft: ScriptDraft = { literals: [], reads: { names: [], isWhole: true }, unsaid: [] };

export interface SignatureReader {
  /** Rejects only when aborted or disposed. */
  signature(code: string, signal: AbortSignal): Promise<SignatureReading>;
  /** Rejects only when aborted or disposed. */
  draft(code: string, signal: AbortSignal): Promise<ScriptDraft>;
}
