// Keys and tokens that a server is given. Servers repeat them in what they print and in their errors, which go to logs
// and to models: there they are hidden.
import type { JsonValue } from '../../base/json.ts';
import { formsOf, HIDDEN, shortestSecret, variableSecrets, withoutSecretParts, type SecretForms } from '../../base/text/secrets.ts';

/** All tokens of the last sign-ins and renewals: a server that renews every minute is not remembered for ever. */
const mostLearned = 16;
/** Base64 of a secret is looked for in texts of at most so many characters: it takes three more searches a secret. */
const longestForBase64 = 65_536;

export class Secrets {
  #values: readonly string[] = [];
  /** Longest first, so that a token is hidden whole and not the part of it that is another's. */
  #forms: SecretForms = { plain: [], base64: [] };
  readonly #given: readonly string[];
  /** Latest first. */
  #learned: readonly string[] = [];
  readonly #others: Secrets | undefined;
  readonly #mostLearned: number;

  /**
   * `named`: variables or headers by name. `known` are secret by whatever name. `others` are hidden as well, those
   * that they learn later too.
   */
  constructor(
    named: Readonly<Record<string, string | null | undefined>>,
    known: readonly string[] = [],
    others?: Secrets,
    most = mostLearned,
  ) {
    this.#others = others;
    this.#mostLearned = most;
    this.#given = [...variableSecrets(named), ...known].filter(isLong);
    this.add();
  }

  /** Hides these from now on, too, until many others were added after them. */
  add(...values: readonly (string | undefined)[]): void {
    this.#learned = [...new Set([...values.filter(isLong), ...this.#learned])].slice(0, this.#mostLearned);
    this.#values = [...new Set([...this.#given, ...this.#learned])].sort((a, b) => b.length - a.length);
    const forms = this.#values.map(formsOf);
    const longestFirst = (texts: readonly string[]) => [...new Set(texts)].sort((a, b) => b.length - a.length);
    this.#forms = {
      plain: longestFirst(forms.flatMap(({ plain }) => plain)),
      base64: longestFirst(forms.flatMap(({ base64 }) => base64)),
    };
  }

  /** All of them now. */
  values(): readonly string[] {
    return [...this.#values, ...(this.#others?.values() ?? [])];
  }

  /** `text` with every secret in it replaced. */
  hide(text: string): string {
    const { plain, base64 } = this.#forms;
    const forms = text.length > longestForBase64 ? plain : [...plain, ...base64];
    const shown = forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
    return this.#others ? this.#others.hide(shown) : shown;
  }

  /** The same for a text of which no more than the beginning is shown, which is all that is looked at: hide first, then cut. */
  hideInBeginning(text: string): string {
    return this.hide(text.slice(0, longestForBase64)) + text.slice(longestForBase64);
  }

  /** The same of a line for a log or of words of ours, also without what stands at the place of a secret. */
  hideInLine(text: string): string {
    return withoutSecretParts(this.hide(text));
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
