// A command as completion scripts need it.
import type { CommandName, Command } from '../usage/commands.ts';
import type { Option } from '../usage/option.ts';

export interface Completed {
  readonly name: CommandName | 'help';
  readonly does: string;
  readonly options: readonly Option[];
  readonly completes: Command['completes'];
}

/** `--eval`, `-e` */
export function flagsOf({ name, short }: Option): string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}

/** The first sentence of its help, as a menu has room for it. */
export function briefHelp({ help }: Option): string {
  return /^.*?(?=[.:;](?: |$))/s.exec(help)?.[0] ?? help;
}

/** In single quotes, as sh, zsh and fish read them. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
