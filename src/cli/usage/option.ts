// What the table of commands and options says of one option. Parsing, help, suggestions and completion are all made from it.

export interface Option {
  /** Without its dashes. */
  readonly name: string;
  readonly short?: string;
  /** What its value is, as help writes it; a switch has none. */
  readonly takes?: string;
  readonly repeats?: true;
  /** The values there are. */
  readonly values?: readonly string[];
  /** Whether its value is the name of a file. */
  readonly isFile?: true;
  /** Sentences, each with its full stop. */
  readonly help: string;
}

/** Options that several commands have, under a heading of their own. */
export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}
