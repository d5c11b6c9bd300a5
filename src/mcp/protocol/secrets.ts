// Keys and tokens that a server receives. Servers repeat them in output and errors, which reach logs and models, so
// this module replaces them there.
import { mapTexts, type JsonValue } from '../../base/json.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import {
  formsOf,
  shortestSecret,
  variableSecrets,
  withoutSecretParts,
  type SecretForms,
} from '../../base/text/secrets.ts';

/** Maximum number of tokens that are remembered from sign-ins and renewals, because some servers renew every minute. */
const mostLearned = 16;
/** Longest text in which Base64 forms are searched, in characters: three more passes for each secret. */
const longestForBase64 = 65_536;

export class Secrets {
  #values: readonly string[] = [];
  /** Longest first, so that a token which contains another one is hidden as a whole. */
  #forms: SecretForms = { plain: [], base64: [] };
  readonly #given: readonly string[];
  /** Secrets added by `add`, latest first. */
  #learned: readonly string[] = [];
  readonly #others: Secrets | undefined;
  readonly #mostLearned: number;

  /**
   * `named` holds variables or headers by name; secrets among them are recognized by name or by form. `known` values
   * are always secret. Secrets of `others` are hidden too, including those that `others` learns later.
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

  /** Hides these values from now on, until `most` newer values are added. */
  add(...values: readonly (string | undefined)[]): void {
    this.#learned = [...new Set([...values.filter(isLong), ...this.#learned])].slice(0, this.#mostLearned);
    const longestFirst = (texts: readonly string[]) =>
      [...new Set(texts)].sort((a, b) => b.length - a.length);
    this.#values = longestFirst([...this.#given, ...this.#learned]);
    const forms = this.#values.map(formsOf);
    this.#forms = {
      plain: longestFirst(forms.flatMap(({ plain }) => plain)),
      base64: longestFirst(forms.flatMap(({ base64 }) => base64)),
    };
  }

  /** Returns all current secrets. */
  values(): readonly string[] {
    return [...this.#values, ...(this.#others?.values() ?? [])];
  }

  /** Returns `text` with every secret replaced. */
  hide(text: string): string {
    const { plain, base64 } = this.#forms;
    const forms = text.length > longestForBase64 ? plain : [...plain, ...base64];
    const shown = forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
    return this.#others ? this.#others.hide(shown) : shown;
  }

  /** Replaces secrets in the first 65,536 characters only. Used before a cut, which must not split a secret. */
  hideInBeginning(text: string): string {
    return this.hide(text.slice(0, longestForBase64)) + text.slice(longestForBase64);
  }

  /** Replaces secrets in a line of a log or of this program, and values at places such as after `token=`. */
  hideInLine(text: string): string {
    return withoutSecretParts(this.hide(text));
  }

  /**
   * The same for a line of a server, of which far fewer than the first 65,536 characters are shown. A server can send
   * many megabytes, and reading them all would hold the host.
   */
  hideInQuote(line: string): string {
    return this.hideInLine(line.slice(0, longestForBase64));
  }

  /** Returns `value` with every secret in its texts and names replaced. */
  hideIn<T extends JsonValue>(value: T): T {
    const hide = (text: string) => this.hide(text);
    return mapTexts(value, hide, hide) as T; // Only texts differ, so the type is the same.
  }
}

function isLong(value: string | undefined): value is string {
  return value !== undefined && value.length >= shortestSecret;
}
