// Keys and tokens that a server is given. Servers repeat them in what they print and in their errors, which go to logs
// and to models: there they are hidden.
import type { JsonValue } from '../../catalog/json.ts';
import { isSecretName } from '../../text/secretName.ts';

/** Shorter values are as likely to be a word of an ordinary sentence. */
const shortestSecret = 8;
/** All tokens of the last sign-ins and renewals: a server that renews every minute is not remembered for ever. */
const mostLearned = 16;
const hidden = '•••';

export class Secrets {
  /** Longest first, so that a token is hidden whole and not the part of it that is another's. */
  #values: readonly string[] = [];
  readonly #given: readonly string[];
  /** Latest first. */
  #learned: readonly string[] = [];
  readonly #others: Secrets | undefined;

  /**
   * `named`: variables or headers by name. Of `Bearer abc…` the part after the space counts by itself, too. `known` are secret
   * by whatever name. `others` are hidden as well, those that they learn later too.
   */
  constructor(named: Readonly<Record<string, string | null | undefined>>, known: readonly string[] = [], others?: Secrets) {
    const values = Object.entries(named).flatMap(([name, value]) => (isSecretName(name) && value ? [value, ...value.split(/\s+/)] : []));
    this.#others = others;
    this.#given = [...values, ...known].filter(isLong);
    this.add();
  }

  /** Hides these from now on, too, until many others were added after them. */
  add(...values: readonly (string | undefined)[]): void {
    this.#learned = [...new Set([...values.filter(isLong), ...this.#learned])].slice(0, mostLearned);
    this.#values = [...new Set([...this.#given, ...this.#learned])].sort((a, b) => b.length - a.length);
  }

  /** All of them now. */
  values(): readonly string[] {
    return [...this.#values, ...(this.#others?.values() ?? [])];
  }

  /** `text` with every secret in it replaced. */
  hide(text: string): string {
    const shown = this.#values.reduce((rest, value) => rest.replaceAll(value, hidden), text);
    return this.#others ? this.#others.hide(shown) : shown;
  }

  /** `value` with every secret in its texts and names replaced. */
  hideIn<T extends JsonValue>(value: T): T {
    return this.#shown(value) as T; // the same but for what its texts say
  }

  #shown(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.hide(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.#shown(item));
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.hide(name), this.#shown(item)]));
  }
}

function isLong(value: string | undefined): value is string {
  return value !== undefined && value.length >= shortestSecret;
}
