// The signature of a saved script: its doc comment, and the types of its `main` as JSON Schemas. The signature is plain
// data, because it crosses from the checker's thread.

/** A JSON Schema that consists only of JSON values. */
export type SignatureSchema = Readonly<Record<string, unknown>>;

export interface ScriptSignature {
  /** Value of the tag `@title`. */
  readonly title?: string;
  /** The doc comment without its tags; empty if there is none. */
  readonly description: string;
  /** Schema of the input, which is an object. */
  readonly input: SignatureSchema;
  /** Schema of the returned value; absent if the script does not declare it. */
  readonly output?: SignatureSchema;
}

export type SignatureReading =
  | { readonly ok: true; readonly signature: ScriptSignature }
  /**
   * `problem` is one sentence that says why the script cannot be called. `mayPass` is set if the reader's thread was
   * lost, perhaps not because of this script.
   */
  | { readonly ok: false; readonly problem: string; readonly mayPass?: true };

/** A literal of a script that can become one of its arguments. */
export interface ScriptLiteral {
  /** Name of the argument, unique within the script. */
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly value: string | number | boolean;
  /** Start and end of each occurrence in the code. */
  readonly spans: readonly (readonly [start: number, end: number])[];
}

/** The arguments that a script reads. */
export interface ArgumentReads {
  /** Argument names, each once. `isOptional` is true if the code also works without the argument. */
  readonly names: readonly { readonly name: string; readonly isOptional: boolean }[];
  /** True if the script also uses the arguments in a way that may read any of them. */
  readonly isWhole: boolean;
}

/** Data for turning a script that ran into a saved script. */
export interface ScriptDraft {
  /** Literals that can become arguments. Empty if the script declares its arguments itself, or may read any. */
  readonly literals: readonly ScriptLiteral[];
  readonly reads: ArgumentReads;
  /** The entries of `reads` that the script does not declare yet. */
  readonly unsaid: ArgumentReads['names'];
  /** Start and end of the doc comment that declares the arguments, with its marks; absent if there is none. */
  readonly docComment?: readonly [start: number, end: number];
  /** The type in `codemode.args as { month: number }`; any value without one. */
  readonly cast: SignatureSchema;
}

/** The draft of code that cannot be read. */
export const noDraft: ScriptDraft = {
  literals: [],
  reads: { names: [], isWhole: true },
  unsaid: [],
  cast: {},
};

export interface SignatureReader {
  /** Rejects only when aborted or disposed. */
  signature(code: string, signal: AbortSignal): Promise<SignatureReading>;
  /** Rejects only when aborted or disposed. */
  draft(code: string, signal: AbortSignal): Promise<ScriptDraft>;
}
