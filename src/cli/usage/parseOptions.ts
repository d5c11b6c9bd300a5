// Splits the words after a command into options and arguments according to the table of options. For an unknown option,
// the error names the most similar one.
import { parseArgs } from 'node:util';
import { nearestNames } from '../../catalog/index.ts';
import { UsageError } from '../exitCode.ts';
import { commandNames, commands, optionsOf, type CommandName } from './commands.ts';
import { helpOption, type GivenOption, type Option } from './option.ts';

/** Returns the given options by name and in the order of the command line. Throws `UsageError`. */
export function parseOptions(name: CommandName, words: readonly string[]) {
  const known = [...optionsOf(commands[name]), helpOption];
  const options = Object.fromEntries(
    known.map(({ name: long, short, takes }) => {
      const type = takes === undefined ? ('boolean' as const) : ('string' as const);
      return [long, { type, ...(short !== undefined && { short }) }];
    }),
  );
  // Strict mode is off because its messages describe Node's function instead of this command.
  const { positionals, tokens } = parseArgs({
    args: [...words],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const inOrder: GivenOption[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = known.find((candidate) => candidate.name === token.name);
    if (option === undefined) throw new UsageError(unknownOption(token.rawName, name));
    if (option.takes === undefined && token.value !== undefined)
      throw new UsageError(`--${option.name} takes no value`);
    const { value, inlineValue } = token;
    // As `parseArgs` in strict mode: in `--config --json` the value was more likely forgotten than a file is named
    // `--json`. An empty value is mostly that of a variable that is not set: `--host "$HOST"` would listen everywhere.
    const isMissing = !value || (!inlineValue && value.length > 1 && value.startsWith('-'));
    if (option.takes !== undefined && isMissing) throw new UsageError(missingValue(option, option.takes));
    inOrder.push({ name: option.name, text: value ?? '' });
  }
  const byName = Map.groupBy(inOrder, (option) => option.name);
  const given = new Map([...byName].map(([option, all]) => [option, all.map(({ text }) => text)]));
  return { given, inOrder, positionals };
}

/** Returns `name` if it is the name of a command; otherwise throws a `UsageError` with the most similar name. */
export function commandNamed(name: string): CommandName {
  const found = commandNames.find((known) => known === name);
  if (found !== undefined) return found;
  if (name.startsWith('-'))
    throw new UsageError(
      `options stand after the command: code-mode <command> ${name} (see code-mode --help)`,
    );
  const nearest = nearestNames(name, commandNames);
  const advice =
    nearest.length > 0
      ? `did you mean ${nearest.join(' or ')}?`
      : `the commands are ${commandNames.join(', ')}`;
  throw new UsageError(`there is no command "${name}"; ${advice}`);
}

function missingValue({ name, values }: Option, takes: string): string {
  const which = values.length > 0 ? `: ${values.join(', ')}` : '';
  return `--${name} takes <${takes}>${which}; a value that begins with a dash is written --${name}=-…`;
}

function unknownOption(rawName: string, command: CommandName): string {
  const wanted = rawName.replace(/^-+/, '');
  const names = optionsOf(commands[command]).map(({ name }) => name);
  const nearest = wanted.length > 1 ? nearestNames(wanted, names) : [];
  const others = commandNames.filter((other) =>
    optionsOf(commands[other]).some(({ name }) => name === wanted),
  );
  const has = `${command} has no option ${rawName}`;
  const hints = [
    ...(others.length > 0 ? [`${others.join(', ')} ${others.length === 1 ? 'has' : 'have'}`] : []),
    ...(nearest.length > 0 ? [`did you mean ${nearest.map((name) => `--${name}`).join(' or ')}?`] : []),
  ];
  return hints.length > 0 ? `${has}; ${hints.join('; ')}` : `${has} (see code-mode help ${command})`;
}
