// An option of the command line. Parsing, the types of what commands get, help pages, suggestions and completion are all made from the one
// declaration. `parseArgs` of `node:util` splits the words.
import { UsageError } from '../exitCode.ts';

export interface Option<Value = unknown> {
  /** Without its dashes. */
  readonly name: string;
  readonly short?: string;
  /** What its value is, as help writes it; a switch has none. */
  readonly takes?: string;
  readonly repeats: boolean;
  /** The values that completion offers. */
  readonly values: readonly string[];
  /** Sentences, each with its full stop. */
  readonly help: string;
  /** Makes the value of the texts that stand on the command line, in their order; none: the option is not given. Throws `UsageError`. */
  readonly read: (texts: readonly string[]) => Value;
}

/** Options by the property that a command has for each. */
export type OptionTable = Readonly<Record<string, Option>>;

/** Options that several commands have, under a heading of their own. */
export interface OptionGroup {
  readonly title: string;
  readonly options: OptionTable;
}

/** The texts of each option that the command line names, by the name without dashes. A switch has an empty text each time. */
export type GivenTexts = ReadonlyMap<string, readonly string[]>;

/** One option as it stands on the command line. */
export interface GivenOption {
  /** Without dashes. */
  readonly name: string;
  /** Empty for a switch. */
  readonly text: string;
}

type ValueOf<Each> = Each extends Option<infer Value> ? Value : never;
type OptionalKey<Table> = { [Key in keyof Table]: undefined extends ValueOf<Table[Key]> ? Key : never }[keyof Table];

/** The values of a table. A value that may be undefined is absent when the option is not given. */
export type OptionValues<Table> = { readonly [Key in Exclude<keyof Table, OptionalKey<Table>>]: ValueOf<Table[Key]> } & {
  readonly [Key in OptionalKey<Table>]?: Exclude<ValueOf<Table[Key]>, undefined>;
};

/** Throws `UsageError`. */
export function readOptions<Table extends OptionTable>(table: Table, given: GivenTexts): OptionValues<Table> {
  const values = Object.entries(table).map(([key, { name, read }]) => [key, read(given.get(name) ?? [])]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as OptionValues<Table>; // The compiler cannot follow `fromEntries`.
}

/** Makes a value of one text. `name` is the option's, for messages. Throws `UsageError`. */
export type Reader<Value> = (text: string, name: string) => Value;

/** A switch. `notation` is that of manuals: `--json`. */
export function flag(notation: string, help: string): Option<boolean> {
  return { ...readNotation(notation), repeats: false, values: [], help, read: (texts) => texts.length > 0 };
}

/** The option that each command has. */
export const helpOption = flag('-h, --help', 'Show help.');

/** An option with one value, the last that is given: `-o, --output <file>`. `initial` is its value when none is. */
export function option(notation: string, help: string): Option<string | undefined>;
export function option<Value>(notation: string, help: string, read: Reader<Value>): Option<Value | undefined>;
export function option<Value>(notation: string, help: string, read: Reader<Value>, initial: Value): Option<Value>;
export function option(notation: string, help: string, read: Reader<unknown> = String, initial?: unknown): Option {
  const named = readNotation(notation);
  const readLast = (texts: readonly string[]) => {
    const last = texts.at(-1);
    return last === undefined ? initial : read(last, named.name);
  };
  return { ...named, repeats: false, values: [], help, read: readLast };
}

/** An option with one of a few values. */
export function choice<Choice extends string>(notation: string, help: string, all: readonly Choice[]): Option<Choice | undefined>;
export function choice<Choice extends string>(
  notation: string,
  help: string,
  all: readonly Choice[],
  initial: NoInfer<Choice>,
): Option<Choice>;
export function choice(notation: string, help: string, all: readonly string[], initial?: string): Option<string | undefined> {
  return { ...option(notation, help, oneOf(all), initial), values: all };
}

/** An option that may be given several times, each time with one of a few values. */
export function choices<Choice extends string>(notation: string, help: string, all: readonly Choice[]): Option<readonly Choice[]> {
  const { name } = readNotation(notation);
  const read = oneOf(all);
  return { ...repeated(notation, help, (texts) => texts.map((text) => read(text, name))), values: all };
}

/** An option that may be given several times. `read` gets all its texts, none when it is not given. */
export function repeated(notation: string, help: string): Option<readonly string[]>;
export function repeated<Value>(notation: string, help: string, read: (texts: readonly string[]) => Value): Option<Value>;
export function repeated(notation: string, help: string, read: (texts: readonly string[]) => unknown = (texts) => texts): Option {
  return { ...readNotation(notation), repeats: true, values: [], help, read };
}

/** Reads one of a few values, as in `--engine wasm`. */
export function oneOf<Choice extends string>(all: readonly Choice[]): Reader<Choice> {
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
