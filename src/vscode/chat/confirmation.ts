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
  const given = args === undefined ? [] : [`With \`codemode.args\`:\n\n${fenced('json', JSON.stringify(args, undefined, 2))}`];
  // The chat shows few lines at once: what matters most stands first, also above a long script.
  const parts = [...warningsOf(preview), fenced('typescript', code), ...given, ...harmlessOf(preview)];
  const title = mayWrite ? 'Run code that can write?' : 'Run code that chooses its tools as it runs?';
  return { title, message: new vscode.MarkdownString(parts.join('\n\n')) };
}

function warningsOf({ writes, undecided, dynamic }: Preview): readonly string[] {
  return [
    ...(writes.length > 0 ? [`**Can write:** ${namesOf(writes)}`] : []),
    ...(undecided.length > 0 ? [`**May write, not started yet:** ${undecided.map((name) => `\`tools.${name}\``).join(', ')}`] : []),
    ...(dynamic ? ['It chooses tools as it runs; you will be asked before one that can write is called.'] : []),
  ];
}

function harmlessOf({ tools, writes }: Preview): readonly string[] {
  const reads = tools.filter((tool) => tool.readOnly);
  const askThemselves = tools.filter((tool) => !tool.readOnly && !writes.includes(tool));
  return [
    ...(reads.length > 0 ? [`Only read: ${namesOf(reads)}`] : []),
    ...(askThemselves.length > 0 ? [`VS Code asks before it runs these, where they want it: ${namesOf(askThemselves)}`] : []),
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
