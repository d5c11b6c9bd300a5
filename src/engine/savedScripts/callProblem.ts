// Compares the arguments that a script declares with those that its code reads: a tool that refuses an argument which
// its code needs cannot be called. The function is pure.
import type { ArgumentReads, SignatureReading } from '../../checker/index.ts';

/** Returns a sentence that says why the script cannot be called with the arguments that its code reads, if so. */
export function callProblem(
  reading: SignatureReading,
  { names, isWhole }: ArgumentReads,
): string | undefined {
  if (!reading.ok) return reading.problem;
  const { properties, required, additionalProperties } = reading.signature.input;
  const said = new Set(typeof properties === 'object' && properties !== null ? Object.keys(properties) : []);
  const read = new Set(names.map(({ name }) => name));
  if (additionalProperties === false) {
    const unsaid = read.difference(said);
    if (unsaid.size > 0)
      return `its code reads ${listed(unsaid)} of its arguments, and it does not say that it takes that.`;
    if (isWhole && said.size === 0)
      return 'its code uses codemode.args as a whole, and its main says that it takes nothing.';
  }
  const needed = new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
  const unread = needed.difference(read);
  return unread.size > 0 && !isWhole
    ? `it says that it needs ${listed(unread)}, and its code does not read that.`
    : undefined;
}

function listed(names: ReadonlySet<string>): string {
  return [...names].join(', ');
}
