// Lists the saved scripts of the window as tools. The module is pure.
import type { CatalogSnapshot, CatalogTool } from '../../catalog/index.ts';
import { SCRIPTS_SERVER } from '../../engine/savedScripts/index.ts';

interface Listing {
  snapshot(request: {
    readonly servers: readonly string[];
    readonly signal: AbortSignal;
  }): Promise<CatalogSnapshot>;
}

/** Resolves to the tools; undefined if `signal` aborted. */
export async function savedScripts(
  engine: Listing,
  signal: AbortSignal,
): Promise<readonly CatalogTool[] | undefined> {
  try {
    const { servers } = await engine.snapshot({ servers: [SCRIPTS_SERVER], signal });
    return (
      servers
        .find(({ name }) => name === SCRIPTS_SERVER)
        ?.tools.filter(({ script }) => script !== undefined) ?? []
    );
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
