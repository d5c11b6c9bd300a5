// Routing rules as a person's `codeMode.excludedTools` makes them.
import type { RoutingPattern } from '../../src/routing/routingPatterns.ts';

export function excluding(...patterns: readonly string[]): { readonly excluded: readonly RoutingPattern[] } {
  return { excluded: patterns.map((pattern) => ({ pattern, setting: 'codeMode.excludedTools' })) };
}
