// What a person does with a row of the view, from its context menu or its buttons.
import * as vscode from 'vscode';
import type { DefinitionTokens } from '../../catalog/definitionTokens.ts';
import type { Consents } from '../../engine/consent/consents.ts';
import { revokeApprovals } from '../consent/manageApprovals.ts';
import type { LazySession } from '../lazySession.ts';
import type { EditorSession } from '../editorSession.ts';
import { exclude, include } from './exclusionSetting.ts';
import { ServersView, serversViewId, type ExcludedRow, type ServerRow, type ToolRow } from './serversView.ts';

type Act = (session: EditorSession, server: string) => unknown;

/** The view and its commands, until disposed. */
export function serversView(session: LazySession, tokens: DefinitionTokens, consents: Consents): vscode.Disposable {
  const { registerCommand } = vscode.commands;
  // The view shows a bar that moves for as long as it takes; what came of it is in the row.
  const onServer = (command: string, act: Act) =>
    registerCommand(`codeMode.${command}`, ({ server }: ServerRow) =>
      vscode.window.withProgress({ location: { viewId: serversViewId } }, async () => act(await session.get(), server.name)),
    );
  return vscode.Disposable.from(
    vscode.window.createTreeView(serversViewId, { treeDataProvider: new ServersView(session, tokens, consents), showCollapseAll: true }),
    onServer('startServer', (opened, server) => opened.startServer(server)),
    onServer('stopServer', (opened, server) => opened.stopServer(server)),
    onServer('restartServer', (opened, server) => opened.restartServer(server)),
    onServer('showServerOutput', (opened, server) => opened.showOutput(server)),
    // From the palette, no server is named.
    registerCommand('codeMode.signIn', (row?: ServerRow) => session.signIn(row?.server.name)),
    registerCommand('codeMode.signOut', (row?: ServerRow) => session.signOut(row?.server.name)),
    registerCommand('codeMode.configureServer', (row?: ServerRow) => session.configureServer(row?.server.name)),
    registerCommand('codeMode.revokeApproval', ({ tool }: ToolRow) => revokeApprovals(consents, consents.of(tool))),
    registerCommand('codeMode.exclude', (row: ServerRow | ToolRow) => exclude(row)),
    registerCommand('codeMode.include', (row: ServerRow | ExcludedRow) => include(row)),
  );
}
