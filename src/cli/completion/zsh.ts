// Completion for zsh: sourced after compinit, or as a file `_code-mode` of $fpath.
import { briefHelp, flagsOf, quote, type Completed } from './completed.ts';
import type { Option } from '../usage/option.ts';

export function zsh(commands: readonly Completed[]): string {
  return `#compdef code-mode
_code_mode() {
  local -a commands
  commands=(
${commands.map(({ name, does }) => `    ${quote(`${name}:${does}`)}`).join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    return
  fi
  local command=\${words[2]}
  shift words
  ((CURRENT--))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
if [[ \${funcstack[1]} == _code_mode || \${funcstack[1]} == _code-mode ]]; then
  _code_mode "$@"
else
  compdef _code_mode code-mode
fi
`;
}

function commandCase({ name, options, completes }: Completed): string {
  const argument = completes === undefined ? [] : [quote(`*:argument:${action(completes)}`)];
  return `    ${name})\n      _arguments ${[...options.flatMap(optionSpecs), ...argument].join(' \\\n        ')} ;;`;
}

function optionSpecs(option: Option): string[] {
  const { takes, repeats, isFile, values } = option;
  const flags = flagsOf(option);
  const before = repeats ? '*' : flags.length > 1 ? `(${flags.join(' ')})` : '';
  const value = takes === undefined ? '' : `:${escaped(takes)}:${action(isFile ? 'file' : (values ?? []))}`;
  return flags.map((flag) =>
    quote(`${before}${flag}${takes !== undefined && flag.startsWith('--') ? '=' : ''}[${escaped(briefHelp(option))}]${value}`),
  );
}

function action(completes: 'file' | readonly string[]): string {
  if (completes === 'file') return '_files';
  return completes.length === 0 ? ' ' : `(${completes.join(' ')})`;
}

function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}
