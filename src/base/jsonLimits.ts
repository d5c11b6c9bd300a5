// Decides if a JSON text is too large for this thread to read at once. Field names cost most: a new name takes as long
// as hundreds of characters. The module counts the marks beside fields and values without parsing, inside strings too.

/** Limits up to which a text is read within 50 milliseconds. In brackets: the tool lists of 18 servers, 254 tools. */
export const jsonLimits = {
  characters: 6 * 1024 * 1024, // (407,109)
  fields: 60_000, // (12,664)
  values: 150_000, // (15,406)
} as const;

/** Length in characters up to which a text cannot exceed the limits, so that it is not counted. */
const small = 60_000;

/** The reason why the text should not be read, as a clause; undefined if it can be read. */
export function exceededJsonLimit(
  text: string,
  limits: Readonly<Record<keyof typeof jsonLimits, number>> = jsonLimits,
): string | undefined {
  if (text.length <= small) return undefined;
  if (text.length > limits.characters) return `over ${limits.characters / 1024 / 1024} MB`;
  if (hasMore(text, ':', limits.fields)) return `over ${limits.fields} fields`;
  if (hasMore(text, ',', limits.values) || hasMore(text, '[', limits.values))
    return `over ${limits.values} values`;
  return undefined;
}

/** Counts several texts against shared limits: each text may be small, and all together too large. */
export class JsonAllowance {
  readonly #left: Record<keyof typeof jsonLimits, number>;

  constructor(limits: Readonly<Record<keyof typeof jsonLimits, number>>) {
    this.#left = { ...limits };
  }

  /** True if the text can be read beside all texts before it. */
  takes(text: string): boolean {
    const left = this.#left;
    left.characters -= text.length;
    left.fields -= marksIn(text, ':', left.fields + 1);
    left.values -= Math.max(marksIn(text, ',', left.values + 1), marksIn(text, '[', left.values + 1));
    return left.characters >= 0 && left.fields >= 0 && left.values >= 0;
  }
}

function hasMore(text: string, mark: string, most: number): boolean {
  return marksIn(text, mark, most + 1) > most;
}

/** Counts the marks in the text, but stops at `most`. */
function marksIn(text: string, mark: string, most: number): number {
  let found = 0;
  for (let at = text.indexOf(mark); at !== -1 && found < most; at = text.indexOf(mark, at + 1)) found += 1;
  return found;
}
