// What is said of one command: on its help page, to the parser, and to shells that complete.
import type { OptionGroup, OptionTable } from './option.ts';

export interface Command {
  /** One line, without a full stop. */
  readonly does: string;
  /** What follows `code-mode <name> [options]`, a form each. */
  readonly forms: readonly string[];
  /** What else there is to say; paragraphs. */
  readonly about?: readonly string[];
  readonly options: OptionTable;
  readonly shared: readonly OptionGroup[];
  /** What exit codes mean here, beside those that all commands have (`commonExits`). */
  readonly exits: readonly Exit[];
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** What its arguments are, for completion. */
  readonly completes?: 'file' | readonly string[];
}

type Exit = readonly [codes: string, meaning: string];

/** Exit codes that mean the same for every command. */
export const commonExits: readonly Exit[] = [
  ['2', 'the command line or a configuration file is wrong'],
  ['130, 143', 'Ctrl+C (SIGINT) or SIGTERM ended the command'],
];

export const shells = ['bash', 'zsh', 'fish', 'pwsh'] as const;
export type Shell = (typeof shells)[number];
