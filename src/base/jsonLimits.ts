// Whether a text is more JSON than this thread can read at once. Names of fields cost most: a new one takes as long as hundreds of
// characters. They are counted by the marks that stand beside them, in texts too, without being read.

/** So much is read within 50 ms; in brackets, how many of them the lists of 18 real servers with 254 tools have together. */
export const jsonLimits = {
  characters: 6 * 1024 * 1024, // (407,109)
  fields: 60_000, // (12,664)
  values: 150_000, // (15,406)
} as const;

/** Shorter texts cannot be too much. */
const small = 60_000;

/** Why it should not be read, one clause; undefined for what can be. */
export function exceededJsonLimit(
  text: string,
  limits: Readonly<Record<keyof typeof jsonLimits, number>> = jsonLimits,
): string | undefined {
  if (text.length <= small) return undefined;
  if (text.length > limits.characters) return `over ${limits.characters / 1024 / 1024} MB`;
  if (hasMore(text, ':', limits.fields)) return `over ${limits.fields} fields`;
  if (hasMore(text, ',', limits.values) || hasMore(text, '[', limits.values)) return `over ${limits.values} values`;
  return undefined;
}

/** Counts texts against limits that they share: each of them may be small, and all together too much. */
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

/** Counts no further than `most`. */
function marksIn(text: string, mark: string, most: number): number {
  let found = 0;
  for (let at = text.indexOf(mark); at !== -1 && found < most; at = text.indexOf(mark, at + 1)) found += 1;
  return found;
}
