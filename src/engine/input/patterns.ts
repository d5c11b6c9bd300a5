// Evaluates regular expressions and multiples of schemas, which some servers read differently than JavaScript.

/** Returns undefined for an expression in the syntax of another language: `(?P<name>…)`, `\A`, `(?i)`. */
export function readPattern(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

/**
 * True if the text certainly does not match. Languages differ in the meaning of `\w`, `\d`, `.` and `$` for non-ASCII
 * letters and line breaks.
 */
export function misses(pattern: RegExp, text: string): boolean {
  return /^[ -~]*$/.test(text) && !pattern.test(text);
}

/** True if the number certainly is not a multiple. Fractions are inexact: 143.48 / 0.01 is 14347.999999999998. */
export function isNoMultiple(value: number, step: number): boolean {
  const rest = Math.abs(value % step);
  const tolerance = Number.isInteger(value) && Number.isInteger(step) ? 0 : Math.abs(value) * 1e-9;
  return rest > tolerance && step - rest > tolerance;
}
