// Shows a hint once in each workspace that defines MCP servers. It starts nothing, and loads a parser only if there is
// a file to read.
import * as vscode from 'vscode';
import { readFileBounded } from '../../base/files/readFileBounded.ts';
import { offersScripts } from '../settings.ts';

const shownHere = 'setUpHint.shown';
const unwanted = 'setUpHint.unwanted';
/** Maximum size of a configuration file in bytes; larger files are ignored. */
const mostBytes = 1_000_000;

type States = Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>;

/** Resolves when the hint is closed. */
export async function showSetUpHint({ workspaceState, globalState }: States): Promise<void> {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  if (!offersScripts() || !isTrusted) return;
  if (globalState.get(unwanted) === true || workspaceState.get(shownHere) === true) return;
  const counts = await Promise.all(workspaceFolders.map(serversIn));
  const count = counts.reduce((sum, servers) => sum + servers, 0);
  if (count === 0) return;
  await workspaceState.update(shownHere, true);
  const [setUp, never] = [vscode.l10n.t('Set Up'), vscode.l10n.t("Don't Show Again")];
  const servers = count === 1 ? vscode.l10n.t('1 MCP server') : vscode.l10n.t('{0} MCP servers', count);
  const message = vscode.l10n.t(
    'This workspace defines {0}. Code Mode lets chat combine {1} in one script.',
    servers,
    count === 1 ? vscode.l10n.t('its tools') : vscode.l10n.t('their tools'),
  );
  const chosen = await vscode.window.showInformationMessage(message, setUp, never);
  // The answer is stored first, because Set Up may stay open until the window closes.
  if (chosen !== undefined) await globalState.update(unwanted, true);
  if (chosen === setUp) await vscode.commands.executeCommand('codeMode.setUp');
}

/**
 * Resolves to the largest number of servers in one file: `.vscode/mcp.json`, as VS Code reads it, or another file of
 * the folder. The numbers are not added up, because the files may define the same servers.
 */
async function serversIn({ uri }: vscode.WorkspaceFolder): Promise<number> {
  const defined = vscode.workspace
    .getConfiguration('mcp', uri)
    .inspect<unknown>('servers')?.workspaceFolderValue;
  const others = await Promise.all(
    ['.mcp.json', '.cursor/mcp.json'].map((path) => serversInFile(vscode.Uri.joinPath(uri, path))),
  );
  return Math.max(
    typeof defined === 'object' && defined !== null ? Object.keys(defined).length : 0,
    ...others,
  );
}

async function serversInFile(file: vscode.Uri): Promise<number> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > mostBytes) return 0;
    // A file on disk may be a link to a device or a pipe, which the editor would read without end.
    const isOnDisk = file.scheme === 'file';
    const bytes = isOnDisk
      ? await readFileBounded(file.fsPath, mostBytes)
      : await vscode.workspace.fs.readFile(file);
    const text = new TextDecoder().decode(bytes);
    const { countServers } = await import('./countServers.ts');
    return countServers(text);
  } catch {
    // The file does not exist or cannot be read.
    return 0;
  }
}
