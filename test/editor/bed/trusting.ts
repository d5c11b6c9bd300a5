// A user who trusts the servers of the test workspaces: the approvals are stored where the editor stores them. Tests
// about trust itself write the files without this module.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { definitionApproval } from '../../../src/mcp/definitions/definitionApproval.ts';
import { parseDefinitionFile } from '../../../src/mcp/definitions/definitionFile.ts';
import { workspaceDefinitionFiles } from '../../../src/mcp/definitions/definitionPlaces.ts';
import { readInputs } from '../../../src/mcp/definitions/inputDefinition.ts';
import { currentHost } from '../../../src/mcp/definitions/serverLaunch.ts';
import { trustFolder } from '../../../src/base/files/statePaths.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

/** The folder for the state of all editors of this process; their workspaces have names of their own. */
export const stateHome = new TemporaryFolder('code-mode-state-').path;
process.env['XDG_STATE_HOME'] = stateHome;

/** Writes the folder's `.vscode/mcp.json`, and approves all definitions of its files in their current form. */
export function writeDefinitions(folder: string, content: object): void {
  const written = join(folder, '.vscode', 'mcp.json');
  mkdirSync(dirname(written), { recursive: true });
  writeFileSync(written, JSON.stringify(content, undefined, 2));
  const host = currentHost([{ name: basename(folder), path: folder }]);
  const approvals = trustFolder(folder);
  mkdirSync(approvals, { recursive: true, mode: 0o700 });
  for (const { path, format } of workspaceDefinitionFiles(folder).filter((file) => existsSync(file.path))) {
    const { dialect, servers, inputs } = parseDefinitionFile(path, readFileSync(path, 'utf8'), format);
    const file = { dialect, folder, inputs: readInputs(inputs, path).inputs };
    for (const { name, value } of servers) {
      const item = definitionApproval({ name, value, origin: path }, file, folder, host);
      writeFileSync(join(approvals, `${item.hash}.json`), JSON.stringify(item));
    }
  }
}
