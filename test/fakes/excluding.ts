// Routing rules as a person's `codeMode.excludedTools` makes them.
import type { ToolPattern } from '../../src/routing/toolPatterns.ts';

export function excluding(...patterns: readonly string[]): { readonly excluded: readonly ToolPattern[] } {
  return { excluded: patterns.map((pattern) => ({ pattern, setting: 'codeMode.excludedTools' })) };
}
