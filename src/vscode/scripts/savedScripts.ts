// Lists the saved scripts of the window as tools. The module is pure.
import type { CatalogTool } from '../../catalog/index.ts';
import type { Engine } from '../../engine/index.ts';
import { SCRIPTS_SERVER } from '../../engine/savedScripts/index.ts';

/** Resolves to the tools; undefined if `signal` aborted. */
export async function savedScripts(
  engine: Pick<Engine, 'snapshot'>,
  signal: AbortSignal,
): Promise<readonly CatalogTool[] | undefined> {
  try {
    const { servers } = await engine.snapshot({ servers: [SCRIPTS_SERVER], signal });
    const tools = servers.find(({ name }) => name === SCRIPTS_SERVER)?.tools ?? [];
    return tools.filter(({ script }) => script !== undefined);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
