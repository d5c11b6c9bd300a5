// What a person sees before a script runs: the code, the tools it calls, and which of these can write.
import * as vscode from 'vscode';
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { Preview } from '../../engine/engine.ts';

const MOST_NAMED = 3;

/** One line while it runs. */
export function invocationMessageOf(preview: Preview): string {
  const [first, ...rest] = preview.tools.map((tool) => tool.path);
  if (first === undefined) return 'Running code';
  const more = rest.length >= MOST_NAMED ? `, ${rest.slice(0, MOST_NAMED - 1).join(', ')} and ${rest.length - MOST_NAMED + 1} more` : '';
  return `Running code that calls ${first}${more || rest.map((path) => `, ${path}`).join('')}`;
}

/** The question to ask; undefined when nothing can be written, or when the script will be refused anyway. */
export function confirmationOf(code: unknown, args: unknown, preview: Preview): vscode.LanguageModelToolConfirmationMessages | undefined {
  if (typeof code !== 'string' || preview.problems.length > 0) return undefined;
  const mayWrite = preview.writes.length > 0 || preview.undecided.length > 0;
  if (!mayWrite && !preview.dynamic) return undefined;
  const given = args === undefined ? '' : `\n\nWith \`codemode.args\`:\n\n${fenced('json', JSON.stringify(args, undefined, 2))}`;
  const message = new vscode.MarkdownString(`${fenced('typescript', code)}${given}\n\n${toolsOf(preview).join('\n')}`);
  return { title: mayWrite ? 'Run code that can write?' : 'Run code that chooses its tools as it runs?', message };
}

function toolsOf(preview: Preview): readonly string[] {
  const writes = new Set(preview.writes);
  const reads = preview.tools.filter((tool) => tool.readOnly);
  const askThemselves = preview.tools.filter((tool) => !tool.readOnly && !writes.has(tool));
  return [
    ...(writes.size > 0 ? [`**Can write:** ${namesOf(preview.writes)}\n`] : []),
    ...(reads.length > 0 ? [`Only read: ${namesOf(reads)}\n`] : []),
    ...(askThemselves.length > 0 ? [`VS Code asks before it runs these, where they want it: ${namesOf(askThemselves)}\n`] : []),
    ...(preview.undecided.length > 0
      ? [`**May write, not started yet:** ${preview.undecided.map((name) => `\`tools.${name}\``).join(', ')}\n`]
      : []),
    ...(preview.dynamic ? ['It chooses tools as it runs; you will be asked before one that can write is called.\n'] : []),
  ];
}

function namesOf(tools: readonly CatalogTool[]): string {
  return tools.map((tool) => `\`${tool.path}\``).join(', ');
}

/** A fence longer than any inside the code, so that the code cannot end it. */
function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
