// `code-mode completion`: turns the table of commands into a completion script for a shell. The script contains all
// words, so the Tab key never starts this program.
import { commandNames, commands, optionsOf, type CommandName } from './usage/commands.ts';
import { helpOption, type Command, type Option, type Shell } from './usage/option.ts';

interface Completed extends Pick<Command, 'does' | 'completes'> {
  readonly name: CommandName | 'help';
  readonly options: readonly Option[];
}

const completed: readonly Completed[] = [
  ...commandNames.map((name): Completed => {
    const command: Command = commands[name];
    return { ...command, name, options: [...optionsOf(command), helpOption] };
  }),
  { name: 'help', does: 'Show help, also of one command', options: [], completes: commandNames },
];

/** Returns the script, which ends with a line break. */
export function completionScript(shell: Shell): string {
  return { bash, zsh, fish, pwsh }[shell](completed);
}

/** Creates a script for bash 3.2 (the version of macOS) or newer. */
function bash(commands: readonly Completed[]): string {
  const names = [...commands.map(({ name }) => name), '--help', '--version'].join(' ');
  return `# bash completion of code-mode
_code_mode() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} words=
  # --option=value is three words.
  if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if ((COMP_CWORD == 1)); then
    words=${quote(names)}
  else
    case "\${COMP_WORDS[1]} $prev" in
${commands.flatMap(bashValueCases).join('\n')}
    *)
      if [[ $cur == -* ]]; then
        case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `        ${name}) words=${quote(options.flatMap(flagsOf).join(' '))} ;;`).join('\n')}
        esac
      else
        case "\${COMP_WORDS[1]}" in
${commands.flatMap(({ name, completes }) => (completes === undefined ? [] : [`        ${name}) ${wordsOrFiles(completes)} ;;`])).join('\n')}
        esac
      fi ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  # Files, which bash completes by itself, stand nowhere else.
  compopt +o default +o bashdefault 2> /dev/null
  if [[ \${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2> /dev/null; fi
}
complete -o bashdefault -o default -F _code_mode code-mode
`;
}

function bashValueCases({ name, options }: Completed): string[] {
  return options
    .filter(({ takes }) => takes !== undefined)
    .map((option) => {
      const patterns = flagsOf(option).map((flag) => quote(`${name} ${flag}`));
      return `    ${patterns.join(' | ')}) ${wordsOrFiles(completesValue(option))} ;;`;
    });
}

function wordsOrFiles(completes: 'file' | readonly string[]): string {
  return completes === 'file' ? 'return' : `words=${quote(completes.join(' '))}`;
}

/** Creates a script for zsh, which is sourced after compinit or saved as the file `_code-mode` in $fpath. */
function zsh(commands: readonly Completed[]): string {
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
  const { takes, repeats } = option;
  const flags = flagsOf(option);
  const before = repeats ? '*' : flags.length > 1 ? `(${flags.join(' ')})` : '';
  const value = takes === undefined ? '' : `:${escaped(takes)}:${action(completesValue(option))}`;
  return flags.map((flag) =>
    quote(
      `${before}${flag}${takes !== undefined && flag.startsWith('--') ? '=' : ''}[${escaped(briefHelp(option))}]${value}`,
    ),
  );
}

function action(completes: 'file' | readonly string[]): string {
  if (completes === 'file') return '_files';
  return completes.length === 0 ? ' ' : `(${completes.join(' ')})`;
}

function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}

function fish(commands: readonly Completed[]): string {
  const lines = [
    'complete -c code-mode -f',
    "complete -c code-mode -n __fish_use_subcommand -s v -l version -d 'Print the version'",
    ...commands.map(
      ({ name, does }) => `complete -c code-mode -n __fish_use_subcommand -a ${name} -d ${quote(does)}`,
    ),
    ...commands.flatMap(({ name, options, completes }) => {
      const here = `complete -c code-mode -n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
      const argument =
        completes === undefined
          ? []
          : [`${here} ${completes === 'file' ? '-F' : `-a ${quote(completes.join(' '))}`}`];
      return [...argument, ...options.map((option) => `${here} ${optionWords(option)}`)];
    }),
  ];
  return `# fish completion of code-mode\n${lines.join('\n')}\n`;
}

function optionWords(option: Option): string {
  const { name, short, takes } = option;
  const words = completesValue(option);
  const value =
    takes === undefined
      ? ''
      : words === 'file'
        ? ' -r -F'
        : ` -x${words.length > 0 ? ` -a ${quote(words.join(' '))}` : ''}`;
  return `-l ${name}${short === undefined ? '' : ` -s ${short}`}${value} -d ${quote(briefHelp(option))}`;
}

/** Creates a script for PowerShell. PowerShell completes file names if the script offers nothing. */
function pwsh(commands: readonly Completed[]): string {
  const names = [...commands.map(({ name }) => name), '--help', '--version'];
  const entries = commands.map(({ name, options, completes }) => {
    const values = options.flatMap((option) =>
      option.takes === undefined
        ? []
        : flagsOf(option).map((flag) => `${quoteForPwsh(flag)} = ${pwshList(option.values)}`),
    );
    const words = Array.isArray(completes) ? completes : [];
    return `    ${quoteForPwsh(name)} = @{ Flags = ${pwshList(options.flatMap(flagsOf))}; Words = ${pwshList(words)}; Values = @{ ${values.join('; ')} } }`;
  });
  return `# PowerShell completion of code-mode
Register-ArgumentCompleter -Native -CommandName code-mode -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${entries.join('\n')}
  }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $command = if ($words.Count -gt 1) { $commands[$words[1]] }
  $offered = if ($words.Count -le 1) { ${pwshList(names)} }
    elseif ($null -eq $command) { @() }
    elseif ($command.Values.ContainsKey($words[-1])) { $command.Values[$words[-1]] }
    elseif ($wordToComplete.StartsWith('-')) { $command.Flags }
    else { $command.Words }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function pwshList(words: readonly string[]): string {
  return `@(${words.map(quoteForPwsh).join(', ')})`;
}

function quoteForPwsh(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The names in help texts for values that are paths. */
const fileTerms: readonly (string | undefined)[] = ['file', 'folder', 'mcp.json'];

function completesValue({ takes, values }: Option): 'file' | readonly string[] {
  return fileTerms.includes(takes) ? 'file' : values;
}

/** Returns the forms of an option, for example `--eval` and `-e`. */
function flagsOf({ name, short }: Option): string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}

/** Returns the first clause of the help text; a completion menu has no room for more. */
function briefHelp({ help }: Option): string {
  return /^(?:With [^:]*: )?(.*?)(?<!e\.g)[.:;](?: |$)/s.exec(help)?.[1] ?? help;
}

/** Quotes a text with single quotation marks for sh, zsh and fish. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
