// A call as a script writes it: the one form in which signatures and descriptions show a tool.
import type { Member, TypeText } from './types/typeText.ts';

/** A compiled tool, ready to be written out. */
export interface CallText {
  readonly path: string;
  readonly input: TypeText;
  /** Which arguments exclude or need each other; empty for most tools. */
  readonly choices: string;
  /** Whether the call may be made without an argument. */
  readonly optional: boolean;
  readonly output: TypeText;
  readonly definitions: readonly Member[];
}

/** `tools.geo.getCity(input: { name: string }): Promise<{ city: string }>`; the types as they are written by the caller. */
export function callText(
  { path, input, optional, output }: CallText,
  writeInput: (type: TypeText) => string,
  writeOutput: (type: TypeText) => string,
): string {
  const [only] = input;
  const takesNothing = typeof only === 'object' && 'members' in only && only.members.length === 0;
  const parameter = takesNothing ? '' : `input${optional ? '?' : ''}: ${writeInput(input)}`;
  return `${path}(${parameter}): Promise<${writeOutput(output)}>`;
}
