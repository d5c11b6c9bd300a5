// The tools of one server for somebody who has to choose among them: the first with their signatures, as far as a hint
// may be long, and the names of the others.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { Declarations } from '../../declarations/declarations.ts';

const MOST_CHARACTERS = 1_000;
const MOST_NAMES = 25;

/** One sentence. `tools` are the likeliest first, if that is known. */
export async function listTools(tools: readonly CatalogTool[], declarations: Declarations): Promise<string> {
  if (tools.length === 0) return 'It offers no tools.';
  const signatures: string[] = [];
  const others: string[] = [];
  let left = MOST_CHARACTERS;
  for (const tool of tools) {
    const { signature } = await declarations.tool(tool);
    if (signature.length > left) {
      others.push(tool.method);
    } else {
      signatures.push(signature);
      left -= signature.length;
    }
  }
  const names = others.slice(0, MOST_NAMES).join(', ') + (others.length > MOST_NAMES ? ` and ${others.length - MOST_NAMES} more` : '');
  return `Its tools are: ${[...signatures, ...(names === '' ? [] : [names])].join('; ')}.`;
}
