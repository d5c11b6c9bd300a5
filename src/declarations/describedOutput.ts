// What a tool without an output schema answers, where its description says so: `Returns: { id: string, ... }`, an example response in
// JSON. Marked as such, and no script is refused for it: descriptions become wrong.
import type { LearnedOutput } from './learnedOutput.ts';
import { keyword, type SchemaObject } from './schema/jsonSchema.ts';
import { readShapeAt } from './shapeReader.ts';

/** Of a description, from its beginning. */
const MOST_CHARACTERS = 8_000;
const MOST_PLACES = 20;
/** Of these, shapes that are read. */
const MOST_SHAPES = 4;
const LONGEST_GAP = 120;

/** What announces an answer. */
const ANNOUNCED = /\b(?:returns?|returning|responds?|responses?|outputs?|results?|answers?)\b/gi;
const NO_ANSWER = /\b(?:errors?|failed|failure|invalid|search|no)[ \t]+$/i;
/** All that may stand between that and the shape. */
const BETWEEN = new Set(
  (
    'a an the and array list lists of object objects json dict dictionary dictionaries map tuple with as in is are be format form shape ' +
    'structure structured schema like such following example examples sample e g i containing contains including fields keys properties ' +
    'type types value values response result output string text data each item items entry entries record records body payload str any ' +
    'promise typescript ts python javascript js success successful on promise'
  ).split(' '),
);

/** undefined where the description says nothing that can be read. */
export function describedOutput(description: string): LearnedOutput | undefined {
  const text = description.slice(0, MOST_CHARACTERS);
  const places = [...text.matchAll(ANNOUNCED)].slice(0, MOST_PLACES).flatMap(({ 0: word, index }) => {
    const isError = NO_ANSWER.test(text.slice(Math.max(0, index - 20), index));
    return isError ? [] : gapAt(text, index + word.length);
  });
  for (const { gap, start } of places.slice(0, MOST_SHAPES)) {
    const schema = readShapeAt(text, start);
    if (!schema || !saysEnough(schema)) continue;
    const isListed = keyword(schema, 'type') === 'object' && /\b(?:arrays?|lists?)\b/i.test(gap);
    return { schema: isListed ? { type: 'array', items: schema } : schema, source: 'from the description' };
  }
  return undefined;
}

/** What stands between an announcement and the shape, and where that begins; nothing where anything else follows. */
function gapAt(text: string, from: number): readonly { readonly gap: string; readonly start: number }[] {
  const ahead = text.slice(from, from + LONGEST_GAP);
  // `Dict[str, Any]` opens nothing.
  const gap = /^[^{[]*(?:(?<=\w)\[[^\]{]*\][^{[]*)*(?=[{[])/.exec(ahead)?.[0];
  if (gap === undefined || /[.!?]\s/.test(gap.replace(/\be\.g\.|\bi\.e\./g, ''))) return [];
  const words = gap.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => BETWEEN.has(word)) ? [{ gap, start: from + gap.length }] : [];
}

/** An object with two names, or one with its type; `{owner}` is more likely a part of an address. */
function saysEnough(schema: SchemaObject): boolean {
  if (keyword(schema, 'type') === 'array') return saysEnough((keyword(schema, 'items') ?? {}) as SchemaObject); // written by the reader
  if (typeof keyword(schema, 'additionalProperties') === 'object') return true;
  const properties = Object.values((keyword(schema, 'properties') ?? {}) as Readonly<Record<string, SchemaObject>>); // written by the reader
  return properties.length > 1 || properties.some((property) => Object.keys(property).length > 0);
}
