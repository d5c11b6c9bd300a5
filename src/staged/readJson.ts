// The one object that a model was to answer, out of whatever it wrote: in prose, in a fence, cut off, in the dialect of another language.
import { isJsonObject, parseJson, type JsonObject } from '../base/json.ts';
import { exceededJsonLimit } from '../base/jsonLimits.ts';

export interface ReadJson {
  readonly object: JsonObject;
  /** It was no JSON as it stood. */
  readonly repaired: boolean;
}

/** Characters of a text in which an object is looked for; a longer one has to be JSON as it stands. */
const longestRead = 200_000;
const mostFences = 4;
/** Characters of a text that is repaired: on worse ones the time grows with their square. */
const longestRepaired = 8_192;
/** Of all that is repaired of one answer. */
const mostRepaired = 24_576;
/** Places where the object may begin. */
const mostBeginnings = 6;
/** Texts within texts. */
const deepestText = 3;

/** The first object that fits; undefined where none does. Never rejects. */
export async function readJson(text: string, fits: (object: JsonObject) => boolean): Promise<ReadJson | undefined> {
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

/** Those that hold the least beside the object come first. */
function candidatesOf(text: string): readonly string[] {
  const whole = text.replace(/^\uFEFF/, '').trim();
  if (whole.length > longestRead) return [whole];
  const fences = [...whole.matchAll(/```[\w-]{0,20}\s*\n?([^]*?)(?:```|$)/g)].slice(0, mostFences).map(([, inside = '']) => inside.trim());
  const found = [whole, ...fences].flatMap((candidate) => [candidate, ...slicesOf(candidate)]);
  return [...new Set(found)].filter((candidate) => candidate !== '');
}

/** From each of the first brackets to the last that closes, and to the end, where it may be cut off. */
function slicesOf(text: string): readonly string[] {
  const last = text.lastIndexOf('}');
  const slices: string[] = [];
  for (let at = text.indexOf('{'); at >= 0 && slices.length < mostBeginnings * 2; at = text.indexOf('{', at + 1)) {
    if (last > at) slices.push(text.slice(at, last + 1));
    slices.push(text.slice(at));
  }
  return slices;
}

/** Itself, what it wraps as the arguments of a call, the only item of a list, the text of a text. */
function objectIn(value: unknown, fits: (object: JsonObject) => boolean, depth = 0): JsonObject | undefined {
  if (depth > deepestText) return undefined;
  if (typeof value === 'string') return value.includes('{') ? objectIn(parsed(value), fits, depth + 1) : undefined;
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

/** The comments of Python and YAML, which `jsonrepair` takes for text. */
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
