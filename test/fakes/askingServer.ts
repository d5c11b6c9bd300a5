// How tests start the scripted server beside this file; its header lists what it does.
import { fileURLToPath } from 'node:url';

/** An entry for `servers` of an mcp.json, complete as it is. */
export function askingServer(): { command: string; args: string[] } {
  return { command: process.execPath, args: [fileURLToPath(new URL('./askingServer.mjs', import.meta.url))] };
}
