// Starts the scripted server beside this file; the header of its file describes its tools.
import { fileURLToPath } from 'node:url';

/** Returns a complete entry for `servers` of an mcp.json. */
export function askingServer(): { command: string; args: string[] } {
  return { command: process.execPath, args: [fileURLToPath(new URL('./askingServer.mjs', import.meta.url))] };
}
