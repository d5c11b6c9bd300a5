// A user who trusts the servers of the test workspaces: the approvals are stored where the editor stores them. Tests
// about trust itself write the files without this module.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { definitionApproval } from '../../../src/mcp/definitions/definitionApproval.ts';
import { parseDefinitionFile } from '../../../src/mcp/definitions/definitionFile.ts';
import { workspaceDefinitionFiles } from '../../../src/mcp/definitions/definitionPlaces.ts';
import { readInputs } from '../../../src/mcp/definitions/inputDefinition.ts';
import { currentHost } from '../../../src/mcp/definitions/serverLaunch.ts';
import { scriptApproval } from '../../../src/engine/savedScripts/scriptApproval.ts';
import { trustFolder } from '../../../src/base/files/statePaths.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

/** The folder for the state of all editors of this process; their workspaces have names of their own. */
export const stateHome = new TemporaryFolder('code-mode-state-').path;
process.env['XDG_STATE_HOME'] = stateHome;

/** Approves all definitions of the folder's files in their current form. */
export function trustDefinitions(folder: string): void {
  const host = currentHost([{ name: basename(folder), path: folder }]);
  const approvals = trustFolder(folder);
  mkdirSync(approvals, { recursive: true, mode: 0o700 });
  for (const { path, format } of workspaceDefinitionFiles(folder).filter((file) => existsSync(file.path))) {
    const { dialect, servers, inputs } = parseDefinitionFile(path, readFileSync(path, 'utf8'), format);
    const file = { dialect, folder, inputs: readInputs(inputs, path).inputs };
    for (const { name, value } of servers) {
      const { hash } = definitionApproval({ name, value, origin: path }, file, folder, host);
      writeFileSync(join(approvals, `${hash}.json`), JSON.stringify({ kind: 'server', name, origin: path }));
    }
  }
}

/** Approves the saved scripts of a folder, relative to the workspace, in their current form. */
export function trustScripts(workspace: string, folder = join('.code-mode', 'scripts')): void {
  const approvals = trustFolder(workspace);
  mkdirSync(approvals, { recursive: true, mode: 0o700 });
  for (const file of readdirSync(join(workspace, folder)).filter((name) => name.endsWith('.ts'))) {
    const path = join(workspace, folder, file);
    const { name, hash } = scriptApproval(
      { name: basename(file, '.ts'), path, code: readFileSync(path, 'utf8') },
      workspace,
    );
    writeFileSync(join(approvals, `${hash}.json`), JSON.stringify({ kind: 'script', name, origin: path }));
  }
}

/** Writes the folder's `.vscode/mcp.json`, and approves it. */
export function writeDefinitions(folder: string, content: object): void {
  const file = join(folder, '.vscode', 'mcp.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content, undefined, 2));
  trustDefinitions(folder);
}
