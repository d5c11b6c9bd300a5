// What a model was to give to the one tool of a request: as that call's input, or, where it cannot call tools, as text.
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { ModelAnswer } from './askModel.ts';
import { readJson, type ReadJson } from './readJson.ts';
import { stringifyExact } from '../base/exactJson.ts';

/** The first call whose input fits, else the object in the text. */
export async function readAnswer({ calls, text }: ModelAnswer, fits: (object: JsonObject) => boolean): Promise<ReadJson | undefined> {
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

/** The longest fenced block of the text, which is code more often than what stands around it; undefined without a fence. */
export function fencedCode(text: string): string | undefined {
  const blocks = [...text.matchAll(/```(?:ts|typescript|js|javascript)?[^\S\n]*\n([^]*?)(?:\n```|$)/g)].map(([, code = '']) => code.trim());
  return blocks.filter((code) => code !== '').sort((a, b) => b.length - a.length)[0];
}
