// What a script in an editor is run with: as its `main` says, if it takes something, else as its text does.
import { isJsonObject } from '../../catalog/json.ts';
import type { SignatureReading } from '../../checker/scriptSignature.ts';
import { schemaParameters } from './schemaParameters.ts';
import { scriptParameters } from './scriptParameters.ts';
import type { ScriptParameter } from './scriptParameter.ts';

/** `main(input`, `main = async (input` */
export const takesInput = /\bmain\s*(?:=\s*(?:async\s*)?)?\(\s*[\w{]/;

export async function parametersOf(
  code: string,
  signature: (code: string) => Promise<SignatureReading>,
): Promise<readonly ScriptParameter[]> {
  if (takesInput.test(code)) {
    const reading = await signature(code);
    const input: unknown = reading.ok ? JSON.parse(JSON.stringify(reading.signature.input)) : undefined;
    const parameters = isJsonObject(input) ? schemaParameters(input) : [];
    if (parameters.length > 0) return parameters;
  }
  return scriptParameters(code);
}
