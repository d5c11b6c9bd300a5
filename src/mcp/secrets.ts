// Keys and tokens that a server is given. Servers repeat them in what they print and in their errors, which go to logs
// and to models: there they are hidden.

/** Names of variables and headers whose values are nobody's business; the shell's `PWD` and `OLDPWD` are folders. */
const secretName = /key|token|secret|passw|(?<!^(?:old)?)pwd|auth|credential|cookie|session|private|dsn|connection|database_url/i;
/** Whether what goes by this name (a variable, a header, a parameter) is nobody's business. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Shorter values are as likely to be a word of an ordinary sentence. */
const shortestSecret = 8;
const hidden = '•••';

export class Secrets {
  /** Longest first, so that a token is hidden whole and not the part of it that is another's. */
  readonly #values: readonly string[];

  /**
   * `named`: variables or headers by name. Of `Bearer abc…` the part after the space counts by itself, too. `known` are secret
   * by whatever name.
   */
  constructor(named: Readonly<Record<string, string | null | undefined>>, known: readonly string[] = []) {
    const values = Object.entries(named).flatMap(([name, value]) => (isSecretName(name) && value ? [value, ...value.split(/\s+/)] : []));
    this.#values = [...new Set([...values, ...known])]
      .filter((value) => value.length >= shortestSecret)
      .sort((a, b) => b.length - a.length);
  }

  /** `text` with every secret in it replaced. */
  hide(text: string): string {
    return this.#values.reduce((shown, value) => shown.replaceAll(value, hidden), text);
  }
}
