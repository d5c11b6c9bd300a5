// A tool may be named in a way that is neither its name in scripts nor its MCP name, and still be the only one meant.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';

/** Says as which tool these names were read; undefined for the tool's own names. */
export function aliasNote(named: { readonly server: string; readonly tool: string }, tool: CatalogTool): string | undefined {
  const ownServer = named.server === tool.namespace || named.server === tool.server;
  const ownTool = named.tool === tool.method || named.tool === tool.name;
  return ownServer && ownTool ? undefined : `tools.${named.server}.${named.tool} was read as ${tool.path}.`;
}
