// Takes a snapshot of all servers of one source, without rules of routing.
import { Catalog } from '../../src/catalog/catalog.ts';
import type { CatalogSnapshot } from '../../src/catalog/snapshot.ts';
import type { ToolSource } from '../../src/catalog/toolSource.ts';

export function snapshotOf(source: ToolSource): Promise<CatalogSnapshot> {
  const catalog = new Catalog({ sources: [source], routing: () => ({}), log: () => undefined });
  return catalog.snapshot({ servers: 'all', signal: new AbortController().signal });
}
