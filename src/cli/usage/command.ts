// Describes one command for its help page, for the parser, and for shell completion.
import type { OptionGroup, OptionTable } from './option.ts';

export interface Command {
  /** The purpose of the command in one line, without a full stop. */
  readonly does: string;
  /** The valid forms of the arguments after `code-mode <name> [options]`. */
  readonly forms: readonly string[];
  /** Further paragraphs of the help page. */
  readonly about?: readonly string[];
  readonly options: OptionTable;
  readonly shared: readonly OptionGroup[];
  /** The meanings of exit codes for this command, in addition to `commonExits`. */
  readonly exits: readonly Exit[];
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** The arguments that shell completion offers. */
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
