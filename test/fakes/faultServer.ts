// How tests start the scripted server beside this file; its header lists what each behaviour and each tool does.
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

/** An entry for `servers` of an mcp.json, complete as it is. */
export function faultServer(behaviour: FaultBehaviour = 'ok'): { command: string; args: string[] } {
  return { command: process.execPath, args: [fileURLToPath(new URL('./faultServer.mjs', import.meta.url)), behaviour] };
}
