// Starts the scripted server beside this file; the header of its file describes each behaviour and each tool.
import { fileURLToPath } from 'node:url';

export type FaultBehaviour =
  | 'ok'
  | 'exit'
  | 'garbage'
  | 'banner'
  | 'slow'
  | 'silent'
  | 'stubborn-silent'
  | 'refuse'
  | 'initialize-first'
  | 'initialize-only'
  | 'odd'
  | 'stubborn'
  | 'helper'
  | 'helper-die'
  | 'malformed'
  | 'colliding'
  | 'double'
  | 'endless'
  | 'repeated'
  | 'list-error'
  | 'list-silent'
  | 'list-die'
  | 'list-changing'
  | 'writing'
  | 'appOnly'
  | 'contradicting'
  | `refuse-version:${string}`
  | `from:${string}`;

/** Returns a complete entry for `servers` of an mcp.json. */
export function faultServer(behaviour: FaultBehaviour = 'ok'): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL('./faultServer.mjs', import.meta.url)), behaviour],
  };
}
