// Completion for bash, from 3.2 (macOS) on.
import { flagsOf, quote, type Completed } from './completed.ts';

export function bash(commands: readonly Completed[]): string {
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
${commands.flatMap(valueCases).join('\n')}
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

function valueCases({ name, options }: Completed): string[] {
  return options
    .filter(({ takes }) => takes !== undefined)
    .map((option) => {
      const patterns = flagsOf(option).map((flag) => quote(`${name} ${flag}`));
      return `    ${patterns.join(' | ')}) ${wordsOrFiles(option.isFile ? 'file' : (option.values ?? []))} ;;`;
    });
}

function wordsOrFiles(completes: 'file' | readonly string[]): string {
  return completes === 'file' ? 'return' : `words=${quote(completes.join(' '))}`;
}
