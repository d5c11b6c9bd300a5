// Who decides whether a script may write: a port, answered by a dialog in the editor and by a flag on the terminal.
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../catalog/json.ts';

export type Approval =
  { readonly granted: true } | { readonly granted: false; /** who refused, and what would allow it */ readonly reason: string };

/** Whether somebody has to be asked before the tool is called: it may write, and does not ask itself. */
export function needsApproval({ readOnly, asksItself = false }: CatalogTool): boolean {
  return !readOnly && !asksItself;
}

export interface Approver {
  /** Asked once before a run whose code names tools that can write. */
  approveRun(code: string, writes: readonly CatalogTool[], signal: AbortSignal): Promise<Approval>;
  /** Asked, at most once a run and tool, before a write that the code did not show beforehand. */
  approveCall(tool: CatalogTool, input: JsonObject, signal: AbortSignal): Promise<Approval>;
}
