// Determines the parameters of a script in an editor: from the signature of its `main` if it has parameters, else from
// the text.
import { isJsonObject } from '../../base/json.ts';
import type { SignatureReading } from '../../checker/index.ts';
import { schemaParameters } from './schemaParameters.ts';
import { scriptParameters } from './scriptParameters.ts';
import type { ScriptParameter } from './scriptParameter.ts';

const readsArguments = /\bcodemode\s*\.\s*args\b|\* @param\s/;
/** Matches the beginning of a function that may be `main`. */
const mainOrDefault = /\bmain\b|\bexport\s+default\b/g;
/**
 * Matches the code after that beginning if a parameter follows: `(input`, `= async input =>`, ` async function
 * report<T>({ month }`. Comments are removed from the code and each run of blanks is one.
 */
const parameter = /^ ?=? ?(?:async ?)?(?:function ?\*? ?[\w$]* ?)?(?:<[^()]*> ?)?(?:\( ?[\w${[.]|[\w$]+ ?=>)/;
/** Maximum number of characters between the name and the first parameter. */
const longestHead = 200;

/**
 * True if the script seems to take arguments. The test is only approximate because it runs with each key press; the
 * parameters themselves are read when they are needed.
 */
export function takesArguments(code: string): boolean {
  if (readsArguments.test(code)) return true;
  for (const { 0: name, index } of code.matchAll(mainOrDefault)) {
    const head = code.slice(index + name.length, index + name.length + longestHead);
    if (parameter.test(head.replace(/\/\*[^]*?(?:\*\/|$)|\/\/.*/g, ' ').replace(/\s+/g, ' '))) return true;
  }
  return false;
}

export async function parametersOf(
  code: string,
  signature: (code: string) => Promise<SignatureReading>,
): Promise<readonly ScriptParameter[]> {
  if (code.search(mainOrDefault) !== -1) {
    const reading = await signature(code);
    const input: unknown = reading.ok ? JSON.parse(JSON.stringify(reading.signature.input)) : undefined;
    const parameters = isJsonObject(input) ? schemaParameters(input) : [];
    if (parameters.length > 0) return parameters;
  }
  return scriptParameters(code);
}
