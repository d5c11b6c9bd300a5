// Creates the entry that starts `code-mode serve`, in the form of a client's file.
import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { JsonObject } from '../base/json.ts';
import type { ClientDialect } from './clients.ts';

/** Name of Code Mode's entry in every client's file. */
export const entryName = 'code-mode';

export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Creates the entry. `variables` are the environment variables that the servers of Code Mode need, by name, as a server
 * writes them, such as `${A:-b}`: Codex and Gemini CLI withhold variables that an entry does not name, and Gemini CLI
 * passes on this text if the variable is not set and has no default. Claude Code and Copilot CLI load Code Mode's two
 * tools at the start, because models often miss tools behind the tool search. OpenCode 2 calls the tools directly,
 * because its own code would otherwise contain the script as a string.
 */
export function serverEntry(
  dialect: ClientDialect,
  { command, args }: StartCommand,
  variables: ReadonlyMap<string, string>,
): JsonObject {
  switch (dialect) {
    case 'codex':
      return { command, args, ...(variables.size > 0 && { env_vars: [...variables.keys()] }) };
    case 'gemini':
      return { command, args, ...(variables.size > 0 && { env: Object.fromEntries(variables) }) };
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
  /** Path of the runtime, with links resolved, as `process.execPath` gives it. */
  readonly execPath: string;
  /** Path of the program's first file. */
  readonly script: string;
  readonly path: string | undefined;
}

/**
 * Returns the command with which another program starts this program. The paths are absolute, because desktop clients
 * do not know a shell's PATH, and a package name would be resolved by a registry. The runtime is named by the link on
 * PATH that leads to it, if there is one, because an update changes the target of the link.
 */
export function thisProgram({ execPath, script, path = '' }: Program): StartCommand {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const links = path.split(delimiter).filter(isAbsolute);
  const link = links
    .map((folder) => join(folder, name))
    .find((file) => realPath(file) === realPath(execPath));
  // npm puts its own folders in front of PATH while a script of a package runs.
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
