// The folder that the editor opens: real MCP servers in `.vscode/mcp.json`, which its user trusts, one server that
// cannot start, one tool that the workspace's settings exclude, and files for the file server to read.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { writeDefinitions } from './trusting.ts';
import { realServer } from '../../mcp/realServer.ts';

export interface TestWorkspace extends Disposable {
  /** Absolute, without symbolic links. */
  readonly folder: string;
  /** Path that a window opens: the folder, or a `.code-workspace` file if there are several folders. */
  readonly opened: string;
  /** Writes the original servers and settings again. */
  restore(): void;
}

/**
 * Servers: `everything` (absolute command, no variables), `filesystem` (`node` of the PATH, over
 * `${workspaceFolder}/data`) and `broken` (a command that does not exist). Excluded: `everything.get-env`. `folders`,
 * relative to the workspace, make it a workspace of several folders.
 */
export function makeWorkspace(folders?: readonly string[]): TestWorkspace {
  const temporary = new TemporaryFolder('code-mode-workspace-');
  const folder = join(temporary.path, 'my-project');
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  const json = (value: unknown) => JSON.stringify(value, undefined, 2);
  const restore = () => {
    writeDefinitions(folder, {
      servers: {
        everything: { type: 'stdio', ...realServer('everything', 'stdio') },
        filesystem: { ...realServer('filesystem', '${workspaceFolder}/data'), command: 'node' },
        broken: { command: join(folder, 'no-such-command') },
      },
    });
    write(
      '.vscode/settings.json',
      json({ 'codeMode.excludedTools': ['everything.get-env'], 'chat.mcp.autostart': 'never' }),
    );
  };
  restore();
  write('data/alpha.txt', 'alpha\n');
  write('data/beta.txt', 'beta beta\n');
  write('data/gamma.md', '# gamma\n');
  for (const path of folders ?? []) mkdirSync(join(folder, path), { recursive: true });
  if (folders) write('several.code-workspace', json({ folders: folders.map((path) => ({ path })) }));
  const opened = folders ? join(folder, 'several.code-workspace') : folder;
  return { folder, opened, restore, [Symbol.dispose]: () => temporary[Symbol.dispose]() };
}

/** Writes scratch scripts by their names. */
export function writeScripts(folder: string, scripts: Readonly<Record<string, string>>): void {
  const into = join(folder, '.code-mode');
  mkdirSync(into, { recursive: true });
  for (const [name, code] of Object.entries(scripts)) writeFileSync(join(into, `${name}.ts`), code);
}

/** Changes settings of a test workspace; undefined removes one. */
export function changeSettings(folder: string, changes: Readonly<Record<string, unknown>>): void {
  const file = join(folder, '.vscode', 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...settings, ...changes }));
}

/** Adds a server to those of a test workspace's `.vscode/mcp.json`. */
export function addServer(folder: string, name: string, definition: object): void {
  const file = join(folder, '.vscode', 'mcp.json');
  const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: object };
  writeDefinitions(folder, { servers: { ...servers, [name]: definition } });
}
