// Reads the single object that a model was asked for, from any form of answer: as the input of a call, in prose, in a
// fence, cut off, or in the syntax of another language.
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.ts';
import { exceededJsonLimit } from '../../base/jsonLimits.ts';
import type { StageAnswer } from './askStage.ts';

type Fits = (object: JsonObject) => boolean;

interface ReadJson {
  readonly object: JsonObject;
  /** True if the text was not valid JSON. */
  readonly repaired: boolean;
}

/** Maximum length of a text that is searched, in characters. A longer text must be valid JSON as a whole. */
const longestRead = 200_000;
const mostFences = 4;
/** Maximum length of a text that is repaired, in characters: the time can grow with the square of the length. */
const longestRepaired = 8_192;
/** Maximum number of characters that are repaired for one answer. */
const mostRepaired = 24_576;
/** Maximum number of positions that are tried as the beginning of the object. */
const mostBeginnings = 6;
/** Maximum depth of texts and objects that contain the object. */
const deepestText = 3;

/** Returns the first matching object in the arguments of a call; otherwise the object in the text. */
export async function readAnswer({ calls, text }: StageAnswer, fits: Fits): Promise<ReadJson | undefined> {
  for (const written of [...calls, { text }]) {
    const read = await readJson(written.text, fits);
    if (read) return read;
  }
  return undefined;
}

/** Returns the longest fenced block of the text, which is most likely the code; undefined if there is no fence. */
export function fencedCode(text: string): string | undefined {
  const blocks = [...text.matchAll(/```(?:ts|typescript|js|javascript)?[^\S\n]*\n([^]*?)(?:\n```|$)/g)].map(
    ([, code = '']) => code.trim(),
  );
  return blocks.filter((code) => code !== '').sort((a, b) => b.length - a.length)[0];
}

/** Returns the first object that `fits` accepts; undefined if there is none. Never rejects. */
export async function readJson(text: string, fits: Fits): Promise<ReadJson | undefined> {
  const candidates = candidatesOf(text);
  for (const candidate of candidates) {
    const object = objectIn(parsed(candidate), fits);
    if (object) return { object, repaired: false };
  }
  const { jsonrepair } = await import('jsonrepair');
  let repaired = 0;
  for (const candidate of candidates) {
    if (candidate.length > longestRepaired || repaired + candidate.length > mostRepaired) continue;
    repaired += candidate.length;
    const object = objectIn(parsed(attempt(() => jsonrepair(withoutHashComments(candidate)))), fits);
    if (object) return { object, repaired: true };
  }
  return undefined;
}

/** Returns texts that may be the object: the whole text and its fenced blocks, and the parts between their brackets. */
function candidatesOf(text: string): readonly string[] {
  const whole = text.replace(/^\uFEFF/, '').trim();
  if (whole.length > longestRead) return [whole];
  const fences = [...whole.matchAll(/```[\w-]{0,20}\s*\n?([^]*?)(?:```|$)/g)]
    .slice(0, mostFences)
    .map(([, inside = '']) => inside.trim());
  const found = [whole, ...fences].flatMap((candidate) => [candidate, ...slicesOf(candidate)]);
  return [...new Set(found)].filter((candidate) => candidate !== '');
}

/**
 * Returns the parts from each of the first opening brackets to the last closing one, and to the end of the text,
 * because the answer may be cut off.
 */
function slicesOf(text: string): readonly string[] {
  const last = text.lastIndexOf('}');
  const slices: string[] = [];
  for (
    let at = text.indexOf('{');
    at >= 0 && slices.length < mostBeginnings * 2;
    at = text.indexOf('{', at + 1)
  ) {
    if (last > at) slices.push(text.slice(at, last + 1));
    slices.push(text.slice(at));
  }
  return slices;
}

/**
 * Returns the value itself or an object in it: wrapped as the arguments of a call, as the only item of a list, or as
 * JSON in a text.
 */
function objectIn(value: unknown, fits: Fits, depth = 0): JsonObject | undefined {
  if (depth > deepestText) return undefined;
  if (typeof value === 'string')
    return value.includes('{') ? objectIn(parsed(value), fits, depth + 1) : undefined;
  if (Array.isArray(value)) {
    const [only, ...others] = value as readonly unknown[];
    return others.length === 0 ? objectIn(only, fits, depth + 1) : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  if (fits(value)) return value;
  for (const wrapper of ['arguments', 'parameters', 'input', 'function']) {
    const inside = value[wrapper];
    const object = inside === undefined ? undefined : objectIn(inside, fits, depth + 1);
    if (object) return object;
  }
  return undefined;
}

/** Removes comments of Python and YAML, which `jsonrepair` treats as text. */
function withoutHashComments(text: string): string {
  return text.replace(/(?<=[\s,[{\]}])#[^\n"']*$/gm, '');
}

function parsed(text: string | undefined): unknown {
  return text === undefined || exceededJsonLimit(text) !== undefined ? undefined : parseJson(text);
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
