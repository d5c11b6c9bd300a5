// Keys and tokens that servers were given, found in values and lines of JSON by what they are. They are remembered after their server has
// ended, whose last error may still be on its way.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { TimeSlice } from '../../base/timeSlice.ts';
import { formsOf, HIDDEN, shortestSecret } from '../../base/text/secrets.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';

/** Beyond this number, keys of servers that are gone and were known first are dropped: a token may be renewed every minute. */
const mostKnown = 500;
const deepest = 500;
/** Bytes of a JSON text that are looked through at once. */
const atOnce = 262_144;

/** Members of a record's lines that are not text of anybody: hidden, the record could not be read. */
const structural: ReadonlySet<string> = new Set(
  't id door codeHash resumes parent version host born target form level state by file typeCheck catalog seed timeZone locale code'.split(
    ' ',
  ),
);

/** A secret as it may stand in a text: by itself, in a URL or JSON that the text is, or in base64. */
interface Form {
  readonly text: string;
  /** In a JSON text. */
  readonly json: string;
}

export class KnownSecrets {
  readonly #now: () => readonly string[];
  readonly #known = new Set<string>();
  /** Longest first, so that a secret is hidden whole and not the part of it that is another's. */
  #forms: readonly Form[] = [];
  #count = 0;

  /** `now` gives those of the servers that run. */
  constructor(now: () => readonly string[]) {
    this.#now = now;
  }

  /** How many were ever known. */
  get count(): number {
    return this.#count;
  }

  /** `text` with every secret in it replaced. */
  hide(text: string): string {
    return replaced(text, this.#forms);
  }

  /** The same of a long text; others have their turn in between. */
  async hideSlowly(text: string, slice: TimeSlice): Promise<string> {
    let shown = text;
    for (const form of this.#forms) {
      if (slice.isOver) await slice.yieldIfOver();
      if (shown.includes(form.text)) shown = shown.replaceAll(form.text, HIDDEN);
    }
    return shown;
  }

  /** Whether there may be one in a JSON text. */
  isIn(json: string): boolean {
    return this.#forms.some((form) => json.includes(form.json));
  }

  /** The same of a long one, as its bytes; others have their turn in between. */
  async isInSlowly(json: Buffer, slice: TimeSlice): Promise<boolean> {
    const forms = this.#forms.map((form) => Buffer.from(form.json));
    const longest = Math.max(0, ...forms.map(({ length }) => length));
    for (let from = 0; from < json.length; from += atOnce) {
      const part = json.subarray(from, from + atOnce + longest);
      for (const form of forms) {
        if (part.includes(form)) return true;
        if (slice.isOver) await slice.yieldIfOver();
      }
    }
    return false;
  }

  /** `value` with every secret in its texts, names and numbers replaced. */
  hideIn(value: JsonValue): JsonValue {
    return hidden(value, this.#forms, 0);
  }

  /** Lines of a record with every secret in their texts and values replaced; what makes them lines of a record stays. */
  hideInLines(lines: string): string {
    if (!this.isIn(lines)) return lines;
    const shown = (line: string) => stringifyExact(hiddenInLine(parseExact(line) as JsonValue, this.#forms)); // of ours
    return lines
      .split('\n')
      .map((line) => (line === '' || !this.isIn(line) ? line : shown(line)))
      .join('\n');
  }

  /** Asks which there are now. */
  refresh(): void {
    const now = new Set(this.#now().filter((value) => value.length >= shortestSecret));
    const unknown = now.difference(this.#known);
    if (unknown.size === 0) return;
    this.#count += unknown.size;
    for (const value of unknown) this.#known.add(value);
    for (const oldest of this.#known) {
      if (this.#known.size <= mostKnown) break;
      if (!now.has(oldest)) this.#known.delete(oldest);
    }
    const texts = new Set([...this.#known].map(formsOf).flatMap(({ plain, base64 }) => [...plain, ...base64]));
    this.#forms = [...texts].map((text) => ({ text, json: inJson(text) })).sort((a, b) => b.text.length - a.text.length);
  }
}

/** Recorded values are marked as others are in which something is hidden. */
function hiddenInLine(value: JsonValue, forms: readonly Form[]): JsonValue {
  if (typeof value === 'string') return replaced(value, forms);
  if (typeof value !== 'object' || value === null) return value;
  if (!isJsonObject(value)) return value.map((item) => hiddenInLine(item, forms));
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] => {
    if (name === 'v') return [name, hidden(member, forms, 0)];
    return [name, typeof member === 'string' && structural.has(name) ? member : hiddenInLine(member, forms)];
  });
  const shown = Object.fromEntries(members);
  return stringifyExact(shown['v']) === stringifyExact(value['v']) ? shown : { ...shown, redacted: true };
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function replaced(text: string, forms: readonly Form[]): string {
  return forms.reduce((shown, form) => shown.replaceAll(form.text, HIDDEN), text);
}

function hidden(value: JsonValue, forms: readonly Form[], depth: number): JsonValue {
  if (typeof value === 'string') return replaced(value, forms);
  if (typeof value === 'number' || typeof value === 'bigint')
    return forms.some(({ text }) => String(value).includes(text)) ? HIDDEN : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return HIDDEN;
  if (!isJsonObject(value)) return value.map((item) => hidden(item, forms, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [replaced(name, forms), hidden(member, forms, depth + 1)]));
}
