// The filter of the view "Servers & Tools": typed, only what writes, or none. What is shown stands above the rows.
import * as vscode from 'vscode';
import type { ServersView } from './serversView.ts';
import { isFiltered, noFilter, type ToolFilter } from './toolFilter.ts';

export type FilterChange = 'filterTools' | 'showOnlyWritingTools' | 'showAllTools';

interface FilteredView {
  readonly view: Pick<ServersView, 'filter' | 'show'>;
  readonly tree: Pick<vscode.TreeView<unknown>, 'message'>;
  readonly rowsChanged: vscode.EventEmitter<void>;
}

export async function filterTools(change: FilterChange, { view, tree, rowsChanged }: FilteredView): Promise<void> {
  const filter = await changed(change, view.filter);
  if (!filter) return;
  const message = await view.show(filter);
  tree.message = message ?? '';
  await vscode.commands.executeCommand('setContext', 'codeMode.toolsFiltered', isFiltered(filter));
  rowsChanged.fire();
  // From the palette, the view may be hidden; it says what to do where no server is defined.
  await vscode.commands.executeCommand('codeMode.servers.focus');
}

/** Undefined where the user went away from it. */
async function changed(change: FilterChange, filter: ToolFilter): Promise<ToolFilter | undefined> {
  if (change === 'showAllTools') return noFilter;
  if (change === 'showOnlyWritingTools') return { ...filter, onlyWrites: true };
  const text = await vscode.window.showInputBox({
    title: 'Filter Tools',
    value: filter.text,
    placeHolder: 'In names and descriptions; empty: all',
    ignoreFocusOut: false,
  });
  return text === undefined ? undefined : { ...filter, text };
}
