// Makes routing rules like those of the setting `codeMode.excludedTools`.
import type { RoutingPattern } from '../../src/catalog/routing/routingPatterns.ts';

export function excluding(...patterns: readonly string[]): { readonly excluded: readonly RoutingPattern[] } {
  return { excluded: patterns.map((pattern) => ({ pattern, setting: 'codeMode.excludedTools' })) };
}
