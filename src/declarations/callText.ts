// Writes a call as a script writes it, in the form in which signatures and descriptions show a tool.
import type { Member, TypeText } from './types/typeText.ts';

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

/**
 * Returns `tools.geo.getCity(input: { name: string }): Promise<{ city: string }>`, with the types as the caller writes
 * them.
 */
export function signatureText(
  { path, input, optional, output }: CallText,
  writeInput: (type: TypeText) => string,
  writeOutput: (type: TypeText) => string,
): string {
  const [only] = input;
  const takesNothing = typeof only === 'object' && 'members' in only && only.members.length === 0;
  const parameter = takesNothing ? '' : `input${optional ? '?' : ''}: ${writeInput(input)}`;
  return `${path}(${parameter}): Promise<${writeOutput(output)}>`;
}
