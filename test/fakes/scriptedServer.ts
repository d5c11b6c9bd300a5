// Starts a scripted server of this folder; the header of its file describes its arguments and tools.
import { join } from 'node:path';

/** Returns a complete entry for `servers` of an mcp.json: `scriptedServer('fault', 'ok')` runs `faultServer.mjs ok`. */
export function scriptedServer(
  name: string,
  ...args: readonly string[]
): { command: string; args: string[] } {
  return { command: process.execPath, args: [join(import.meta.dirname, `${name}Server.mjs`), ...args] };
}
