// Lists the saved scripts of the window as tools. The module is pure.
import { untilAborted } from '../../base/withTimeout.ts';
import type { CatalogTool } from '../../catalog/index.ts';
import type { Engine } from '../../engine/index.ts';
import { SCRIPTS_SERVER } from '../../engine/savedScripts/index.ts';

/** Resolves to the tools; undefined if `signal` aborted. */
export async function savedScripts(
  engine: Pick<Engine, 'snapshot'>,
  signal: AbortSignal,
): Promise<readonly CatalogTool[] | undefined> {
  const snapshot = await untilAborted(engine.snapshot({ servers: [SCRIPTS_SERVER], signal }), signal);
  const ofScripts = snapshot?.servers.filter(({ name }) => name === SCRIPTS_SERVER);
  return ofScripts?.flatMap(({ tools }) => tools.filter(({ script }) => script !== undefined));
}
