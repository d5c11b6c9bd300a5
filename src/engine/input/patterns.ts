// The expressions and the multiples of schemas, of which servers read some otherwise than JavaScript does.

/** undefined for an expression of another language: `(?P<name>…)`, `\A`, `(?i)`. */
export function readPattern(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

/** True if the text surely does not match. Languages differ in what `\w`, `\d`, `.` and `$` mean of other letters and of line breaks. */
export function misses(pattern: RegExp, text: string): boolean {
  return /^[ -~]*$/.test(text) && !pattern.test(text);
}

/** True if the number surely is no multiple. Fractions are not exact in binary: 143.48 / 0.01 is 14347.999999999998. */
export function isNoMultiple(value: number, step: number): boolean {
  const rest = Math.abs(value % step);
  const tolerance = Number.isInteger(value) && Number.isInteger(step) ? 0 : Math.abs(value) * 1e-9;
  return rest > tolerance && step - rest > tolerance;
}
