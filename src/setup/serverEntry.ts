// What a client's file says about `code-mode serve`, in the client's own form.
import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { JsonObject } from '../base/json.ts';
import type { ClientDialect } from './clients.ts';

/** The name of our entry in every client. */
export const entryName = 'code-mode';

export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Claude Code and Copilot CLI are told to load our two tools at the start: behind their tool search, models often miss them. OpenCode 2
 * is told to call them as tools, since from its own code a script of ours would be code in a string of other code.
 */
export function serverEntry(dialect: ClientDialect, { command, args }: StartCommand): JsonObject {
  switch (dialect) {
    case 'openCode':
      return { type: 'local', command: [command, ...args], enabled: true };
    case 'openCode2':
      return { type: 'local', command: [command, ...args], codemode: false };
    case 'copilot':
      return { type: 'local', command, args, tools: ['*'], deferTools: 'never' };
    case 'claudeCode':
      return { command, args, alwaysLoad: true };
    case 'vscode':
      return { type: 'stdio', command, args };
    default:
      return { command, args };
  }
}

interface Program {
  /** The runtime's path, as the process knows it: where links lead. */
  readonly execPath: string;
  /** The program's first file. */
  readonly script: string;
  readonly path: string | undefined;
}

/**
 * How this very program is started by another: whole paths, since clients on a desktop know no shell's PATH, and never a name that a
 * registry resolves. The runtime by the link on PATH that leads to it, if there is one: an update moves what the link leads to.
 */
export function thisProgram({ execPath, script, path = '' }: Program): StartCommand {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const links = path.split(delimiter).filter(isAbsolute);
  const link = links.map((folder) => join(folder, name)).find((file) => realPath(file) === realPath(execPath));
  // npm puts folders of its own in front of PATH while a package's script runs.
  const lasting = link !== undefined && !/[\\/]node_modules[\\/]/.test(link) ? link : execPath;
  return { command: lasting, args: [script] };
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
