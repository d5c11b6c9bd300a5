// A script's body as the engine evaluates it, so that stack traces lead back to the lines that its author wrote.

/** The name under which V8 knows the script. */
export const scriptName = 'script';
/** Lines that stand before the script's own first line. */
export const linesBefore = 1;

/** The expression whose value is the script as an async function. */
export function scriptSource(body: string): string {
  return `(async function () {${'\n'.repeat(linesBefore)}${body}\n})\n//# sourceURL=${scriptName}`;
}
