// Reads the object that a model was asked to pass to the only tool of a request: from the input of a call, or from the
// text if the model cannot call tools.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ModelAnswer } from './askModel.ts';
import { readJson, type ReadJson } from './readJson.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** Returns the first matching input of a call; otherwise the object in the text. */
export async function readAnswer(
  { calls, text }: ModelAnswer,
  fits: (object: JsonObject) => boolean,
): Promise<ReadJson | undefined> {
  for (const { input } of calls) {
    if (isJsonObject(input) && fits(input)) return { object: input, repaired: false };
    const read =
      typeof input === 'string' || isJsonObject(input)
        ? await readJson(typeof input === 'string' ? input : stringifyExact(input), fits)
        : undefined;
    if (read) return read;
  }
  return text === '' ? undefined : readJson(text, fits);
}

/** Returns the longest fenced block of the text, which is most likely the code; undefined if there is no fence. */
export function fencedCode(text: string): string | undefined {
  const blocks = [...text.matchAll(/```(?:ts|typescript|js|javascript)?[^\S\n]*\n([^]*?)(?:\n```|$)/g)].map(
    ([, code = '']) => code.trim(),
  );
  return blocks.filter((code) => code !== '').sort((a, b) => b.length - a.length)[0];
}
