// Finds the keys and tokens that servers were given in values and in lines of JSON. A secret is remembered after its
// server has ended, since the last error of the server may still arrive.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { TimeSlice } from '../../base/timeSlice.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { formsOf, shortestSecret } from '../../base/text/secrets.ts';
import { parseExact, stringifyExact } from '../../base/exactJson.ts';

/**
 * Maximum number of remembered secrets. Beyond it, the oldest secrets of servers that are gone are dropped, since a
 * token may be renewed every minute.
 */
const mostKnown = 500;
const deepest = 500;
/** Number of bytes of a JSON text that are searched at once. */
const atOnce = 262_144;

/**
 * Members of a record's lines that Code Mode itself writes. If one of them were redacted, the record could not be read.
 */
const structural: ReadonlySet<string> = new Set(
  't id door codeHash resumes parent version host born target form level state by file typeCheck catalog seed timeZone locale code'.split(
    ' ',
  ),
);

/** A form in which a secret may stand in a text: plain, encoded for a URL or for JSON, or in base64. */
interface SecretForm {
  readonly text: string;
  /** The form as it stands in JSON. */
  readonly json: string;
}

export class KnownSecrets {
  readonly #now: () => readonly string[];
  readonly #known = new Set<string>();
  /** Longest first, so that a secret is hidden whole even if a part of it is another secret. */
  #forms: readonly SecretForm[] = [];
  #count = 0;

  /** `now` returns the secrets of the servers that run. */
  constructor(now: () => readonly string[]) {
    this.#now = now;
  }

  /** Number of secrets that were ever known. */
  get count(): number {
    return this.#count;
  }

  /** Returns `text` with every secret in it replaced. */
  hide(text: string): string {
    return replaced(text, this.#forms);
  }

  /** Does the same as `hide` for a long text. Yields when other work may run. */
  *hideSlowly(text: string): Generator<undefined, string> {
    let shown = text;
    for (const form of this.#forms) {
      shown = shown.replaceAll(form.text, HIDDEN);
      yield;
    }
    return shown;
  }

  /** True if a JSON text may contain a secret. */
  isIn(json: string): boolean {
    return this.#forms.some((form) => json.includes(form.json));
  }

  /** Does the same as `isIn` for the bytes of a long text; yields to other work in between. */
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

  /** Returns `value` with every secret in its texts, names and numbers replaced. */
  hideIn(value: JsonValue): JsonValue {
    return hidden(value, this.#forms, 0);
  }

  /**
   * Returns lines of a record with every secret in their texts and values replaced. The members that make them lines of
   * a record stay.
   */
  hideInLines(lines: string): string {
    if (!this.isIn(lines)) return lines;
    // own lines
    const shown = (line: string) => stringifyExact(hiddenInLine(parseExact(line) as JsonValue, this.#forms));
    return lines
      .split('\n')
      .map((line) => (line === '' || !this.isIn(line) ? line : shown(line)))
      .join('\n');
  }

  /** Reads the current secrets of the servers. */
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
    const texts = new Set(
      [...this.#known].map(formsOf).flatMap(({ plain, base64 }) => [...plain, ...base64]),
    );
    this.#forms = [...texts]
      .map((text) => ({ text, json: JSON.stringify(text).slice(1, -1) }))
      .sort((a, b) => b.text.length - a.text.length);
  }
}

/** Replaces secrets in one line. Recorded values in which something is hidden are marked as redacted. */
function hiddenInLine(value: JsonValue, forms: readonly SecretForm[]): JsonValue {
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

function replaced(text: string, forms: readonly SecretForm[]): string {
  return forms.reduce((shown, form) => shown.replaceAll(form.text, HIDDEN), text);
}

function hidden(value: JsonValue, forms: readonly SecretForm[], depth: number): JsonValue {
  if (typeof value === 'string') return replaced(value, forms);
  if (typeof value === 'number' || typeof value === 'bigint')
    return forms.some(({ text }) => String(value).includes(text)) ? HIDDEN : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return HIDDEN;
  if (!isJsonObject(value)) return value.map((item) => hidden(item, forms, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [replaced(name, forms), hidden(member, forms, depth + 1)]),
  );
}
