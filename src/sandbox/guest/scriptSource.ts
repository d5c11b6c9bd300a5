// Wraps a script's body for evaluation, so that stack traces lead back to the lines that its author wrote.
import { linesBefore } from '../protocol/bounds.ts';

/** The name under which V8 knows the script. */
export const scriptUrlName = 'script';

/**
 * Returns the expression whose value is the script as an async function. `sourceMap` is the URL of the body's source
 * map.
 */
export function scriptSource(body: string, sourceMap?: string): string {
  const map = sourceMap === undefined ? '' : `\n//# sourceMappingURL=${sourceMap}`;
  return `(async function () {${'\n'.repeat(linesBefore)}${body}\n})${map}\n//# sourceURL=${scriptUrlName}`;
}
