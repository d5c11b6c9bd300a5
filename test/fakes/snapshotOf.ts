// Takes a snapshot of all servers of one source, by default without rules of routing.
import { Catalog } from '../../src/catalog/catalog.ts';
import type { CatalogSnapshot } from '../../src/catalog/snapshot.ts';
import type { RoutingRules } from '../../src/catalog/routing/routing.ts';
import type { ToolSource } from '../../src/catalog/toolSource.ts';

export function snapshotOf(
  source: ToolSource,
  routing: Partial<RoutingRules> = {},
): Promise<CatalogSnapshot> {
  const catalog = new Catalog({ sources: [source], routing: () => routing, log: () => undefined });
  return catalog.snapshot({ servers: 'all', signal: new AbortController().signal });
}
