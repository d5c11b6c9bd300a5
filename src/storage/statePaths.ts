// The operating system's folder for the state of programs: what outlives a run and cannot be made again, as caches can. The editor and
// the terminal share it.
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { workspaceHash } from './cachePaths.ts';

/** Of the records of this workspace's runs. */
export function runsFolder(workspaceFolder: string): string {
  return join(stateFolder(), `runs-${workspaceHash(workspaceFolder)}`);
}

/** Of what scripts of this workspace stored for later ones. */
export function sessionsFolder(workspaceFolder: string): string {
  return join(stateFolder(), `sessions-${workspaceHash(workspaceFolder)}`);
}

/** Of the audit log, one for all workspaces. */
export function auditFolder(): string {
  return join(stateFolder(), 'audit');
}

/** XDG Base Directory Specification, which ignores relative paths; `~/Library/Application Support` on macOS; `%LOCALAPPDATA%` on Windows. */
function stateFolder(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, 'code-mode');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'code-mode');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'code-mode');
  return join(homedir(), '.local', 'state', 'code-mode');
}
