// What a script finds as `codemode.results`, of the results that it names.
import type { JsonObject, JsonValue } from '../catalog/json.ts';
import type { ResultStore } from '../storage/resultStore.ts';

/** Those that are kept. */
export function keptResults(named: readonly string[], results: ResultStore, session: string): JsonObject {
  const entries = named.map((handle): [string, JsonValue | undefined] => [handle, results.get(session, handle)]);
  return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

/** What it reads as `undefined`, because it was never kept or no longer is. */
export function lostResults(named: readonly string[], kept: readonly string[]): readonly string[] {
  const others = kept.length > 0 ? `Kept: ${kept.slice(-10).join(', ')}.` : 'None is kept: rerun its script.';
  return named.filter((handle) => !kept.includes(handle)).map((handle) => `No codemode.results.${handle}. ${others}`);
}
