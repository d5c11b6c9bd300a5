// Writes a tool's call as a script does, and on one line that is short enough for a list. There, a long call is cut
// where the loss is smallest: first inside the output, then the named types, then inside the input.
import { shortenUnions } from './briefText.ts';
import { fold, WHOLE, type FoldOptions, type Member, type TypeText } from './types/typeText.ts';

/** A compiled tool, ready to be written. */
export interface CallText {
  readonly path: string;
  readonly input: TypeText;
  /** Describes which arguments exclude or need each other; empty for most tools. */
  readonly choices: string;
  /** True if the call may omit its argument. */
  readonly optional: boolean;
  readonly output: TypeText;
  readonly definitions: readonly Member[];
}

/** Returns `tools.geo.getCity(input: { name: string }): Promise<{ city: string }>`, with the caller's types. */
export function signatureText(
  { path, input, optional, output }: CallText,
  writeInput: (type: TypeText) => string,
  writeOutput: (type: TypeText) => string,
): string {
  const [only] = input;
  const takesNothing = typeof only === 'object' && only.members.length === 0;
  const parameter = takesNothing ? '' : `input${optional ? '?' : ''}: ${writeInput(input)}`;
  return `${path}(${parameter}): Promise<${writeOutput(output)}>`;
}

const LONGEST = 600;

interface Cut {
  readonly input: FoldOptions;
  readonly output: FoldOptions;
  readonly definitions: boolean;
  /** Maximum number of values of a union. Default 20. */
  readonly literals?: number;
}

const CUTS: readonly Cut[] = [
  { input: WHOLE, output: WHOLE, definitions: true },
  { input: WHOLE, output: { ...WHOLE, depth: 2 }, definitions: true },
  { input: WHOLE, output: { ...WHOLE, depth: 1 }, definitions: true },
  { input: WHOLE, output: { ...WHOLE, depth: 1 }, definitions: false },
  { input: WHOLE, output: { depth: 1, members: 8 }, definitions: false },
  { input: { ...WHOLE, depth: 2 }, output: { depth: 1, members: 8 }, definitions: false },
  { input: { depth: 1, members: 24 }, output: { depth: 1, members: 4 }, definitions: false },
  { input: { depth: 1, members: 12 }, output: { ...WHOLE, depth: 0 }, definitions: false },
  { input: { depth: 1, members: 6 }, output: { ...WHOLE, depth: 0 }, definitions: false },
  { input: { depth: 1, members: 12 }, output: { ...WHOLE, depth: 0 }, definitions: false, literals: 5 },
  { input: { depth: 1, members: 6 }, output: { ...WHOLE, depth: 0 }, definitions: false, literals: 2 },
];

/**
 * Returns at most about 600 characters, without cutting a name or literal. If anything is left out, a comment at the
 * end says how to see it.
 */
export function signatureOf(call: CallText): string {
  for (const [index, cut] of CUTS.entries()) {
    const whole = written(call, cut);
    const text = shortenUnions(whole, cut.literals);
    if (text.length > LONGEST) continue;
    const isShort = text !== whole;
    const how = isShort ? seeAll(call, ', { whole: true }') : index === 0 ? '' : seeAll(call);
    return how === '' && call.choices === '' ? text : `${text} ${noted(call, how)}`;
  }
  const nothing = () => '{ ... }';
  return `${signatureText(call, nothing, nothing)} ${noted(call, seeAll(call))}`;
}

function written(call: CallText, { input, output, definitions }: Cut): string {
  const line = signatureText(
    call,
    (type) => fold(type, input),
    (type) => fold(type, output),
  );
  return definitions
    ? [line, ...call.definitions.map(({ head, type }) => `${head}${fold(type, WHOLE)}`)].join('; ')
    : line;
}

function noted({ choices }: CallText, how: string): string {
  return `// ${[choices, how].filter(Boolean).join('; ').replace(/\s+/g, ' ')}`;
}

function seeAll({ path }: CallText, options = ''): string {
  return `all of it: codemode.describe(${JSON.stringify(path)}${options})`;
}
