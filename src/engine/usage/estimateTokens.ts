// Estimates the number of tokens of a value as JSON without writing the JSON: an answer may have megabytes, and the
// estimate must not delay the host.
import { isJsonObject, type JsonValue } from '../../base/json.ts';

const charactersOfToken = 4;
const mostValues = 20_000;

export function textTokens(text: string): number {
  return tokensOf(text.length);
}

/** Estimates the tokens of a text with this number of characters. */
export function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersOfToken);
}

/**
 * Estimates the tokens of a value; beyond 20,000 values the estimate is too low. Binary data in content blocks counts
 * as nothing, because a model receives no text of it.
 */
export function valueTokens(value: JsonValue | undefined): number {
  let characters = 0;
  let values = 0;
  const left: (JsonValue | undefined)[] = [value];
  while (left.length > 0 && (values += 1) <= mostValues) {
    const next = left.pop();
    if (next === undefined || next === null || typeof next === 'boolean')
      characters += next === undefined ? 0 : 4;
    else if (typeof next === 'number' || typeof next === 'bigint') characters += 4;
    else if (typeof next === 'string') characters += next.length + 2;
    else if (isBinaryBlock(next)) characters += 2;
    else {
      const room = mostValues - left.length;
      characters += 2;
      if (isJsonObject(next)) {
        const names = Object.keys(next).slice(0, room);
        for (const name of names) characters += name.length + 4;
        left.push(...names.map((name) => next[name]));
      } else left.push(...next.slice(0, room));
    }
  }
  return tokensOf(characters);
}

function isBinaryBlock(value: object): boolean {
  return 'data' in value && 'type' in value && (value.type === 'image' || value.type === 'audio');
}
