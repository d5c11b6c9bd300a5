// Formats text for the editor's labels, prompts and rows. These are not plain text: `$(name)` becomes an icon, and
// `[text](command:...)` becomes a link that runs a command. Text from a server must become neither.

import * as l10n from '@vscode/l10n';
import { grouped } from '../base/text/counted.ts';

/** Inserts an invisible character that breaks both syntaxes and leaves the look unchanged. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '$\u200b(').replaceAll('](', ']\u200b(');
}

/** Maximum number of characters of a line that the editor's quick input shows, even if the characters are wide. */
const lineLength = 60;

/** Breaks the text into lines that fit, at spaces where possible. */
export function wrapLines(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${lineLength}}(?=\\s|$)|.{1,${lineLength}}`, 'gu')) ?? [])
    .map((line) => line.trim());
}

/** Capitalizes a reason. Reasons are worded to follow a server's name and a colon, and stand alone here. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats an estimated number of tokens, rounded to the precision of an estimate. */
export function tokensText(count: number): string {
  if (count < 1_000) return l10n.t('≈{0} tokens', Math.round(count));
  return l10n.t('≈{0}k tokens', (count / 1_000).toFixed(count < 100_000 ? 1 : 0));
}

export function toolsText(count: number): string {
  return count === 1 ? l10n.t('1 tool') : l10n.t('{0} tools', count);
}

export function callCountText(count: number): string {
  return count === 1 ? l10n.t('1 call') : l10n.t('{0} calls', grouped(count));
}

export function requestCountText(count: number): string {
  return count === 1 ? l10n.t('1 request') : l10n.t('{0} requests', grouped(count));
}

export function serverCountText(count: number): string {
  return count === 1 ? l10n.t('1 MCP server') : l10n.t('{0} MCP servers', grouped(count));
}
