// Implements the view "Servers & Tools", which shows the current knowledge of every server. Opening the view starts no
// server.
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { CatalogServer, CatalogTool, WithheldTool, DefinitionTokens } from '../../catalog/index.ts';
import type { Consents } from '../consent/consents.ts';
import { allowedText } from '../consent/scopeWords.ts';
import type { EditorUsage } from '../usage/editorUsage.ts';
import type { EditorEngine, KnownServer } from '../editorEngine.ts';
import { wholeServerRoute } from './routeSettings.ts';
import { serverRow, toolRow, withheldRow, type RowText } from './rowTexts.ts';
import {
  filterText,
  isFiltered,
  noFilter,
  shownTools,
  shownWithheld,
  type ToolFilter,
} from './toolFilter.ts';
import { treeItemOf } from './treeItemOf.ts';
import { usageRows, type UsageRowText } from './usageRows.ts';

const serversViewId = 'codeMode.servers';

export type ServerRow = KnownServer & { readonly kind: 'server' };
export type ToolRow = { readonly kind: 'tool'; readonly server: CatalogServer; readonly tool: CatalogTool };
export type WithheldRow = {
  readonly kind: 'withheld';
  readonly server: CatalogServer;
  readonly tool: WithheldTool;
};
/** A row about the usage; its children have the same form. */
type UsageRow = UsageRowText & { readonly kind: 'usage' };
export type ServersViewRow = UsageRow | ServerRow | ToolRow | WithheldRow;
type FilterChange = 'filterTools' | 'showOnlyWritingTools' | 'showAllTools';

interface ServersViewParts {
  readonly editor: EditorEngine;
  readonly tokens: DefinitionTokens;
  readonly consents: Consents;
  readonly usage: EditorUsage;
  /** Fires when the rows must be made again. */
  readonly changed: vscode.EventEmitter<void>;
}

export class ServersView {
  readonly #parts: ServersViewParts;
  #filter = noFilter;

  constructor(parts: ServersViewParts) {
    this.#parts = parts;
  }

  async getChildren(row?: ServersViewRow): Promise<ServersViewRow[]> {
    if (!row) return this.#servers();
    if (row.kind === 'usage') return row.children.map(usageRow);
    return row.kind === 'server' ? this.#rowsOf(row.server) : [];
  }

  getTreeItem(row: ServersViewRow): vscode.TreeItem {
    switch (row.kind) {
      case 'server': {
        const { server, definition, isOnTheWeb } = row;
        const shadows = row.shadows.map((other) => vscode.workspace.asRelativePath(other));
        const folder = definition && folderOf(server.origin);
        const children = this.#rowsOf(server).length > 0;
        const origin = vscode.workspace.asRelativePath(server.origin);
        const route = wholeServerRoute(server);
        const facts = { definition, isOnTheWeb, route, folder, shadows, now: Date.now() };
        const item = itemOf(serverRow({ ...server, origin }, this.#parts.tokens, facts), children);
        // The id is the same in every state, so that the row stays open while the server restarts.
        item.id = JSON.stringify([server.origin, server.name]);
        if (definition === 'unapproved')
          item.command = {
            command: 'codeMode.trustServer',
            title: vscode.l10n.t('Trust Server…'),
            arguments: [row],
          };
        if (definition === 'distrusted')
          item.command = {
            command: 'workbench.trust.manage',
            title: vscode.l10n.t('Manage Workspace Trust'),
          };
        return item;
      }
      case 'tool':
        return explained(
          itemOf(
            toolRow(row.tool, this.#parts.tokens, allowedText(this.#parts.consents.of(row.tool))),
            false,
          ),
          row,
        );
      case 'usage':
        return itemOf(row.text, row.children.length > 0);
      case 'withheld':
        return explained(itemOf(withheldRow(row.tool), false), row);
    }
  }

  /** Changes the filter, which the message above the rows shows: a typed text, only tools that can write, or none. */
  async filter(change: FilterChange, tree: Pick<vscode.TreeView<unknown>, 'message'>): Promise<void> {
    const filter = await changedFilter(change, this.#filter);
    if (!filter) return;
    this.#filter = filter;
    const servers = await this.#parts.editor.catalog.knownServers();
    tree.message = filterText(filter, servers) ?? '';
    await vscode.commands.executeCommand('setContext', 'codeMode.toolsFiltered', isFiltered(filter));
    this.#parts.changed.fire();
    // If the command comes from the palette, the view may be hidden. Without a server, the focused view tells the next
    // step.
    await vscode.commands.executeCommand('codeMode.servers.focus');
  }

  #rowsOf(server: CatalogServer): ServersViewRow[] {
    return [
      ...shownTools(server, this.#filter).map((tool) => ({ kind: 'tool', server, tool }) as const),
      ...shownWithheld(server, this.#filter).map((tool) => ({ kind: 'withheld', server, tool }) as const),
    ];
  }

  /** Changes the server's state. The view shows a progress bar until the end, and the row shows the outcome. */
  async change({ server }: ServerRow, how: 'startServer' | 'stopServer' | 'restartServer'): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: serversViewId } }, () =>
      this.#parts.editor.servers.source[how](server.name),
    );
  }

  /** Returns no rows if all servers are built in, because the empty view explains how to add servers. */
  async #servers(): Promise<ServersViewRow[]> {
    const known = await this.#parts.editor.known();
    await this.#parts.tokens.prepare(known.flatMap(({ server }) => server.tools));
    if (known.every(({ isBuiltIn }) => isBuiltIn)) return [];
    const servers = known.map((row): ServerRow => ({ kind: 'server', ...row }));
    if (isFiltered(this.#filter)) return servers.filter(({ server }) => this.#rowsOf(server).length > 0);
    return [...servers, ...usageRows(await this.#parts.usage.totals()).map(usageRow)];
  }
}

/** Resolves to the new filter; undefined if the user closed the input. */
async function changedFilter(change: FilterChange, filter: ToolFilter): Promise<ToolFilter | undefined> {
  if (change === 'showAllTools') return noFilter;
  if (change === 'showOnlyWritingTools') return { ...filter, onlyWrites: true };
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Filter Tools'),
    value: filter.text,
    placeHolder: vscode.l10n.t('In names and descriptions; empty: all'),
    ignoreFocusOut: false,
  });
  return text === undefined ? undefined : { ...filter, text };
}

/**
 * Returns the name of the workspace folder that contains the definition, if the window has several folders. The servers
 * of all folders are available to every script.
 */
function folderOf(file: string): string | undefined {
  const { workspaceFolders = [] } = vscode.workspace;
  if (workspaceFolders.length < 2 || !isAbsolute(file)) return undefined;
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file))?.name;
}

function usageRow(row: UsageRowText): UsageRow {
  return { kind: 'usage', ...row };
}

/** Makes Enter or a click on the row explain the tool. */
function explained(item: vscode.TreeItem, row: ToolRow | WithheldRow): vscode.TreeItem {
  item.command = { command: 'codeMode.explainTool', title: vscode.l10n.t('Explain Tool'), arguments: [row] };
  return item;
}

function itemOf(text: RowText, hasChildren: boolean): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  return treeItemOf(text, hasChildren ? Collapsed : None);
}
