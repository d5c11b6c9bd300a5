// Selects the tools of a server that are passed through to a client unchanged.
import { ordinaryTools, type CatalogServer, type CatalogTool } from '../catalog/index.ts';

/** Returns the tools that are passed through. Tools that the client provided itself are not offered to it again. */
export function passedTools(server: CatalogServer): readonly CatalogTool[] {
  return ordinaryTools(server).filter(({ confirmsItself, script }) => confirmsItself !== true && !script);
}
