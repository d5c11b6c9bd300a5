// The tools of the servers that a script names, when one of them tells its tools only to who has signed in. A script that
// names a server is about to call it, so the person is asked; for a look at all servers nobody is.
import type { Catalog, SnapshotRequest } from '../catalog/catalog.ts';
import type { CatalogSnapshot } from '../catalog/catalogSnapshot.ts';

/** Rejects only when `request.signal` aborts. What stays without a sign-in says so in the snapshot. */
export async function signedIn(catalog: Pick<Catalog, 'snapshot'>, request: SnapshotRequest): Promise<CatalogSnapshot> {
  const snapshot = await catalog.snapshot(request);
  if (request.servers === 'all') return snapshot;
  const waiting = snapshot.servers.flatMap(({ signIn }) => signIn ?? []);
  if (waiting.length === 0) return snapshot;
  await Promise.all(waiting.map((signIn) => signIn(request.signal)));
  return catalog.snapshot(request);
}
