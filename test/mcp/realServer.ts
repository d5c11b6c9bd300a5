// The reference servers of the devDependencies, started by this Node from their own files.
import { fileURLToPath } from 'node:url';

export function realServer(name: 'everything' | 'filesystem' | 'memory', ...args: string[]): { command: string; args: string[] } {
  const file = fileURLToPath(new URL(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url));
  return { command: process.execPath, args: [file, ...args] };
}
