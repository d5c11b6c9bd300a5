// Completion for fish.
import { briefHelp, quote, type Completed } from './completed.ts';
import type { Option } from '../usage/option.ts';

export function fish(commands: readonly Completed[]): string {
  const lines = [
    'complete -c code-mode -f',
    "complete -c code-mode -n __fish_use_subcommand -s v -l version -d 'Print the version'",
    ...commands.map(({ name, does }) => `complete -c code-mode -n __fish_use_subcommand -a ${name} -d ${quote(does)}`),
    ...commands.flatMap(({ name, options, completes }) => {
      const here = `complete -c code-mode -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
      const argument = completes === undefined ? [] : [`${here} ${completes === 'file' ? '-F' : `-a ${quote(completes.join(' '))}`}`];
      return [...argument, ...options.map((option) => `${here} ${optionWords(option)}`)];
    }),
  ];
  return `# fish completion of code-mode\n${lines.join('\n')}\n`;
}

function optionWords(option: Option): string {
  const { name, short, takes, isFile, values } = option;
  const value = takes === undefined ? '' : isFile ? ' -r -F' : ` -x${values ? ` -a ${quote(values.join(' '))}` : ''}`;
  return `-l ${name}${short === undefined ? '' : ` -s ${short}`}${value} -d ${quote(briefHelp(option))}`;
}
