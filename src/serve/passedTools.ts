// Which tools of a server a client of ours is offered as they are.
import { ordinaryTools, type CatalogServer, type CatalogTool } from '../catalog/catalogSnapshot.ts';

/** What its client has itself is not passed back to it. */
export function passedTools(server: CatalogServer): readonly CatalogTool[] {
  return ordinaryTools(server).filter(({ confirmsItself, script }) => confirmsItself !== true && !script);
}
