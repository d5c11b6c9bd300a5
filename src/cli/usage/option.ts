// Declares commands and options of the command line. One declaration provides the parser, the types of the commands'
// options, the help pages, suggestions and completion. `parseArgs` of `node:util` splits the words.
import { UsageError } from '../exitCode.ts';

export interface Option<Value = unknown> {
  /** Name without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The name of the value in help texts; absent for a switch. */
  readonly takes?: string;
  readonly repeats: boolean;
  /** The values that shell completion offers. */
  readonly values: readonly string[];
  /** Help text in sentences, each with a full stop. */
  readonly help: string;
  /**
   * Converts the texts from the command line, in their order, to the value; an empty list means that the option is not
   * given. Throws `UsageError`.
   */
  readonly read: (texts: readonly string[]) => Value;
}

/** Options by the name of the property in a command's options. */
export type OptionTable = Readonly<Record<string, Option>>;

/** Options that several commands share, with a heading for the help page. */
export interface OptionGroup {
  readonly title: string;
  readonly options: OptionTable;
}

export interface Command {
  /** The purpose of the command in one line, without a full stop. */
  readonly does: string;
  /** The valid forms of the arguments after `code-mode <name> [options]`; absent if the command takes none. */
  readonly forms?: readonly string[];
  /** Further paragraphs of the help page. */
  readonly about?: readonly string[];
  readonly options?: OptionTable;
  readonly shared?: readonly OptionGroup[];
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

/** The texts of each given option, by the name without dashes. A switch has an empty text for each occurrence. */
export type GivenTexts = ReadonlyMap<string, readonly string[]>;

/** One occurrence of an option on the command line. */
export interface GivenOption {
  /** Name without dashes. */
  readonly name: string;
  /** The value; empty for a switch. */
  readonly text: string;
}

type ValueOf<Each> = Each extends Option<infer Value> ? Value : never;
type OptionalKey<Table> = {
  [Key in keyof Table]: undefined extends ValueOf<Table[Key]> ? Key : never;
}[keyof Table];

/** The values of a table of options. A value that may be undefined is absent if the option is not given. */
type OptionValues<Table> = {
  readonly [Key in Exclude<keyof Table, OptionalKey<Table>>]: ValueOf<Table[Key]>;
} & {
  readonly [Key in OptionalKey<Table>]?: Exclude<ValueOf<Table[Key]>, undefined>;
};

/** Reads the values of all options in the table. Throws `UsageError`. */
export function readOptions<Table extends OptionTable>(table: Table, given: GivenTexts): OptionValues<Table> {
  const values = Object.entries(table).map(([key, { name, read }]) => [key, read(given.get(name) ?? [])]);
  // The compiler cannot infer the type of `fromEntries`.
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as OptionValues<Table>;
}

/** Converts one text to a value. `name` is the name of the option for messages. Throws `UsageError`. */
export type ValueParser<Value> = (text: string, name: string) => Value;

/** Declares a switch. `notation` has the form of manuals, for example `--json`. */
export function flag(notation: string, help: string): Option<boolean> {
  return { ...readNotation(notation), repeats: false, values: [], help, read: (texts) => texts.length > 0 };
}

/** The option `--help`, which every command has. */
export const helpOption = flag('-h, --help', 'Show help.');

/**
 * Declares an option with one value, for example `-o, --output <file>`; the last given value counts. `initial` is the
 * value if the option is not given.
 */
export function option<Value = string, Initial extends Value | undefined = undefined>(
  notation: string,
  help: string,
  read?: ValueParser<Value>,
  initial?: Initial,
): Option<NoInfer<Value | Initial>> {
  const named = readNotation(notation);
  const readLast = (texts: readonly string[]) => {
    const last = texts.at(-1);
    // Without `read`, `Value` is `string`; without `initial`, `Initial` is `undefined`.
    return (last === undefined ? initial : read ? read(last, named.name) : last) as Value | Initial;
  };
  return { ...named, repeats: false, values: [], help, read: readLast };
}

/** Declares an option whose value is one of a few words. */
export function choice<Choice extends string, Initial extends Choice | undefined = undefined>(
  notation: string,
  help: string,
  all: readonly Choice[],
  initial?: Initial,
): Option<NoInfer<Choice | Initial>> {
  return { ...option<Choice, Initial>(notation, help, oneOf(all), initial), values: all };
}

/** Declares a repeatable option whose values are each one of a few words. */
export function choices<Choice extends string>(
  notation: string,
  help: string,
  all: readonly Choice[],
): Option<readonly Choice[]> {
  const { name } = readNotation(notation);
  const read = oneOf(all);
  return { ...repeated(notation, help, (texts) => texts.map((text) => read(text, name))), values: all };
}

/** Declares a repeatable option. `read` receives all its texts; the list is empty if the option is not given. */
export function repeated<Value = readonly string[]>(
  notation: string,
  help: string,
  read?: (texts: readonly string[]) => Value,
): Option<NoInfer<Value>> {
  // Without `read`, `Value` is the list of texts.
  const readAll = (texts: readonly string[]) => (read ? read(texts) : texts) as Value;
  return { ...readNotation(notation), repeats: true, values: [], help, read: readAll };
}

/** Reads one of a few words, as in `--engine wasm`. */
export function oneOf<Choice extends string>(all: readonly Choice[]): ValueParser<Choice> {
  return (text, name) => {
    const found = all.find((candidate) => candidate === text);
    if (found === undefined) throw new UsageError(`--${name} takes ${all.join(', ')}, not "${text}"`);
    return found;
  };
}

function readNotation(notation: string): Pick<Option, 'name' | 'short' | 'takes'> {
  const [, short, name = '', takes] = /^(?:-(\w), )?--([\w-]+)(?: <(.+)>)?$/.exec(notation) ?? [];
  return { name, ...(short !== undefined && { short }), ...(takes !== undefined && { takes }) };
}
