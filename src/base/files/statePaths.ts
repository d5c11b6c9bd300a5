// Paths in the operating system's folder for program state, which holds data that survives a run and, unlike a cache,
// cannot be recomputed. The editor and the CLI share this folder.
import { join } from 'node:path';
import { programFolder, workspaceHash } from './cachePaths.ts';

/** Returns the folder for the records of this workspace's runs. */
export function runsFolder(workspaceFolder: string): string {
  return join(stateFolder(), `runs-${workspaceHash(workspaceFolder)}`);
}

/** Returns the folder for values that scripts of this workspace store for later scripts. */
export function sessionsFolder(workspaceFolder: string): string {
  return join(stateFolder(), `sessions-${workspaceHash(workspaceFolder)}`);
}

/** Returns the folder for the approvals of this workspace. */
export function trustFolder(workspaceFolder: string): string {
  return join(stateFolder(), `trust-${workspaceHash(workspaceFolder)}`);
}

/** Returns the folder of the audit log, which all workspaces share. */
export function auditFolder(): string {
  return join(stateFolder(), 'audit');
}

/** Folder of the process that keeps servers between commands; there is one for all workspaces. */
export function daemonFolder(): string {
  return join(stateFolder(), 'daemon');
}

function stateFolder(): string {
  return programFolder(process.env['XDG_STATE_HOME'], 'Application Support', join('.local', 'state'));
}
