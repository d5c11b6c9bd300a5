// How tests start the scripted server beside this file; its header says what the variables do.
import { fileURLToPath } from 'node:url';

/** An entry for `servers` of an mcp.json. */
export function rootsServer(env: Partial<Record<'ASK_MS' | 'AGAIN_MS' | 'ASKS' | 'APPLY_MS', string>>): {
  command: string;
  args: string[];
  env: Readonly<Record<string, string>>;
} {
  return { command: process.execPath, args: [fileURLToPath(new URL('./rootsServer.mjs', import.meta.url))], env };
}
