// Implements _Code Mode: Configure Server…_: it opens the definition of a server in its file.
import * as vscode from 'vscode';
import { parseDefinitionFile, readText, type ServerDefinition } from '../../mcp/definitions/index.ts';
import { profileFile } from './editorDefinitions.ts';
import { tellNoServer } from '../messages.ts';
import { plainLabel, sentence } from '../labelText.ts';

/** Opens the definition of `server`, or of the one that the user chooses. `globalStorage`: the extension's storage. */
export async function configureServer(
  definitions: readonly ServerDefinition[],
  globalStorage: vscode.Uri,
  server?: string,
): Promise<void> {
  const definition = definitions.find(({ name }) => name === server) ?? (await pick(definitions));
  if (!definition) return;
  const written = definition.place
    ? { path: definition.origin, place: definition.place }
    : await inProfile(definition.name, globalStorage);
  if (!written) {
    // Only the editor knows the file with the definitions of a profile, or of the user's own machine in a remote
    // window.
    await vscode.commands.executeCommand('workbench.mcp.openUserMcpJson');
    return;
  }
  const { line, column } = written.place;
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(written.path), {
    selection: new vscode.Range(at, at),
  });
}

async function pick(definitions: readonly ServerDefinition[]): Promise<ServerDefinition | undefined> {
  if (definitions.length === 0) {
    tellNoServer();
    return undefined;
  }
  const items = definitions.map((definition) => ({
    label: plainLabel(definition.name),
    description: plainLabel(vscode.workspace.asRelativePath(definition.origin)),
    ...(definition.launch.type === 'invalid' && {
      detail: `$(warning) ${plainLabel(sentence(definition.launch.error))}`,
    }),
    definition,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Configure MCP Server'),
    placeHolder: vscode.l10n.t('Which server?'),
    matchOnDescription: true,
  });
  return chosen?.definition;
}

/** Finds the position in the user's mcp.json: definitions that the editor read from the profile have none. */
async function inProfile(server: string, globalStorage: vscode.Uri) {
  const { path, format } = profileFile(globalStorage);
  const content = await readText({ path });
  const { servers } = content.ok ? parseDefinitionFile(path, content.text, format) : { servers: [] };
  const place = servers.find(({ name }) => name === server)?.place();
  return place && { path, place };
}
