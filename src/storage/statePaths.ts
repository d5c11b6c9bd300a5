// The operating system's folder for the state of programs: what outlives a run and cannot be made again, as caches can. The editor and
// the terminal share it.
import { join } from 'node:path';
import { programFolder, workspaceHash } from './cachePaths.ts';

/** Of the records of this workspace's runs. */
export function runsFolder(workspaceFolder: string): string {
  return join(stateFolder(), `runs-${workspaceHash(workspaceFolder)}`);
}

/** Of what scripts of this workspace stored for later ones. */
export function sessionsFolder(workspaceFolder: string): string {
  return join(stateFolder(), `sessions-${workspaceHash(workspaceFolder)}`);
}

/** The folder of the approvals of this workspace. */
export function trustFolder(workspaceFolder: string): string {
  return join(stateFolder(), `trust-${workspaceHash(workspaceFolder)}`);
}

/** Of the audit log, one for all workspaces. */
export function auditFolder(): string {
  return join(stateFolder(), 'audit');
}

function stateFolder(): string {
  return programFolder(process.env['XDG_STATE_HOME'], 'Application Support', join('.local', 'state'));
}
