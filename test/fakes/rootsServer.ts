// Starts the scripted server beside this file; the header of its file describes the variables.
import { fileURLToPath } from 'node:url';

/** Returns an entry for `servers` of an mcp.json. */
export function rootsServer(env: Partial<Record<'ASK_MS' | 'AGAIN_MS' | 'ASKS' | 'APPLY_MS', string>>): {
  command: string;
  args: string[];
  env: Readonly<Record<string, string>>;
} {
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL('./rootsServer.mjs', import.meta.url))],
    env,
  };
}
