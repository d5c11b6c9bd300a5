// The public names of this room. Other rooms import them from here alone.
export { isChosen } from './glob.ts';
export { NodeFiles, resolveLinksOnDisk, streamOnDisk } from './nodeFiles.ts';
export type { Diagnostic, WorkspaceDiagnostics } from './diagnosticTools.ts';
export {
  WorkspaceError,
  type EntryKind,
  type FileLocation,
  type ResolvedLocation,
  type WorkspaceFiles,
} from './workspaceFiles.ts';
export { WORKSPACE_SERVER, WorkspaceToolSource } from './workspaceToolSource.ts';
