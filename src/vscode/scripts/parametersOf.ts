// What a script in an editor is run with: as its `main` says, if it takes something, else as its text does.
import { isJsonObject } from '../../base/json.ts';
import type { SignatureReading } from '../../checker/scriptSignature.ts';
import { schemaParameters } from './schemaParameters.ts';
import { scriptParameters } from './scriptParameters.ts';
import type { ScriptParameter } from './scriptParameter.ts';

const readsArguments = /\bcodemode\s*\.\s*args\b|\* @param\s/;
/** What may have a signature. */
const mainOrDefault = /\bmain\b|\bexport\s+default\b/g;
/** Of what follows it: `(input`, `= async input =>`, ` async function report<T>({ month }`. Blanks are one each, comments gone. */
const parameter = /^ ?=? ?(?:async ?)?(?:function ?\*? ?[\w$]* ?)?(?:<[^()]*> ?)?(?:\( ?[\w${[.]|[\w$]+ ?=>)/;
/** Characters between the name and the first parameter. */
const longestHead = 200;

/** Whether it seems to. Looked at with each key that is pressed: what they are is read when they are asked for. */
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
