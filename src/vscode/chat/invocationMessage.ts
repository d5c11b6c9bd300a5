// The line of a script in a chat. An extension may write it once, before the script runs, so it says nothing that ends being true: what
// the script does meanwhile, the status bar and the output say.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { openWorldNote } from '../../engine/openWorldNote.ts';
import { markdownText } from '../../text/plainText.ts';
import { visibleName } from '../../text/visibleText.ts';

const MOST_NAMED = 3;

/** Markdown: the tools that the script names, whether it can carry what it reads beyond this machine, and a link to a command. */
export function invocationMessageOf(tools: readonly CatalogTool[], outputCommand: string): string {
  const [first, ...rest] = tools.map((tool) => markdownText(visibleName(tool.path)));
  const note = openWorldNote(tools);
  const output = `[Output](command:${outputCommand})`;
  if (first === undefined) return `Code Mode script · ${output}`;
  const more = rest.length >= MOST_NAMED ? `, ${rest.slice(0, MOST_NAMED - 1).join(', ')} and ${rest.length - MOST_NAMED + 1} more` : '';
  const names = `${first}${more || rest.map((path) => `, ${path}`).join('')}`;
  return `Script that calls ${names}${note === undefined ? '' : `. ${markdownText(note)}`} · ${output}`;
}
