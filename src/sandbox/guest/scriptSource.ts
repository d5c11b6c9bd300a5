// A script's body as the engine evaluates it, so that stack traces lead back to the lines that its author wrote.
import { linesBefore } from '../protocol/bounds.ts';

/** The name under which V8 knows the script. */
export const scriptName = 'script';

/** The expression whose value is the script as an async function. `sourceMap`: of it, as a URL. */
export function scriptSource(body: string, sourceMap?: string): string {
  const map = sourceMap === undefined ? '' : `\n//# sourceMappingURL=${sourceMap}`;
  return `(async function () {${'\n'.repeat(linesBefore)}${body}\n})${map}\n//# sourceURL=${scriptName}`;
}
