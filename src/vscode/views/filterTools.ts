// Implements the filter of the view "Servers & Tools": a typed text, only tools that can write, or no filter. The
// message above the rows shows the filter.
import * as vscode from 'vscode';
import type { ServersView } from './serversView.ts';
import { isFiltered, noFilter, type ToolFilter } from './toolFilter.ts';

export type FilterChange = 'filterTools' | 'showOnlyWritingTools' | 'showAllTools';

interface FilteredView {
  readonly view: Pick<ServersView, 'filter' | 'show'>;
  readonly tree: Pick<vscode.TreeView<unknown>, 'message'>;
  readonly rowsChanged: vscode.EventEmitter<void>;
}

export async function filterTools(
  change: FilterChange,
  { view, tree, rowsChanged }: FilteredView,
): Promise<void> {
  const filter = await changed(change, view.filter);
  if (!filter) return;
  const message = await view.show(filter);
  tree.message = message ?? '';
  await vscode.commands.executeCommand('setContext', 'codeMode.toolsFiltered', isFiltered(filter));
  rowsChanged.fire();
  // If the command comes from the palette, the view may be hidden. Without a server, the focused view tells the next
  // step.
  await vscode.commands.executeCommand('codeMode.servers.focus');
}

/** Resolves to the new filter; undefined if the user closed the input. */
async function changed(change: FilterChange, filter: ToolFilter): Promise<ToolFilter | undefined> {
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
