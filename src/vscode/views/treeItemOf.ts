// Converts the text of a row to an item of a tree.
import * as vscode from 'vscode';
import type { RowText } from './rowTexts.ts';

export function treeItemOf(
  { label, description, spoken, icon, color, context, tooltip }: RowText,
  state: vscode.TreeItemCollapsibleState,
): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.description = description;
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.contextValue = context;
  item.tooltip = tooltip.join('\n\n');
  item.accessibilityInformation = { label: spoken ?? `${label}, ${description}` };
  return item;
}
