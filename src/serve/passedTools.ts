// Apart from `passthroughTools.ts`, because an editor that asks whether a server passes tools needs no MCP SDK for it.
import { ordinaryTools, type CatalogServer, type CatalogTool } from '../catalog/index.ts';

/**
 * Returns the tools of a server that are passed through unchanged. Tools that the client provided itself are not
 * offered to it again.
 */
export function passedTools(server: CatalogServer): readonly CatalogTool[] {
  return ordinaryTools(server).filter(({ confirmsItself, script }) => confirmsItself !== true && !script);
}
