// What a person does with a row of the view, from its context menu or its buttons.
import * as vscode from 'vscode';
import type { LazySession } from '../lazySession.ts';
import type { Session } from '../session.ts';
import { exclude, include } from './exclusionSetting.ts';
import { ServersView, serversViewId, type ExcludedRow, type ServerRow, type ToolRow } from './serversView.ts';

/** The view and its commands, until disposed. */
export function serversView(session: LazySession): vscode.Disposable {
  const command = <R>(name: string, action: (row: R) => unknown) => vscode.commands.registerCommand(`codeMode.${name}`, action);
  const act = (name: string, action: (opened: Session, server: string) => Promise<unknown>) =>
    command<ServerRow>(name, ({ server }) =>
      // The view shows a bar that moves for as long as it takes; what came of it is in the row.
      vscode.window.withProgress({ location: { viewId: serversViewId } }, async () => action(await session.get(), server.name)),
    );
  return vscode.Disposable.from(
    vscode.window.createTreeView(serversViewId, { treeDataProvider: new ServersView(session), showCollapseAll: true }),
    act('startServer', (opened, server) => opened.startServer(server)),
    act('stopServer', (opened, server) => opened.stopServer(server)),
    act('restartServer', (opened, server) => opened.restartServer(server)),
    act('showServerOutput', async (opened, server) => opened.showOutput(server)),
    command<ServerRow | ToolRow>('exclude', exclude),
    command<ExcludedRow>('include', include),
  );
}
