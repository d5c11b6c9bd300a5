// Takes tools away, and gives them back, by what a person does in the view: edits of the setting that does it.
import * as vscode from 'vscode';
import type { CatalogServer, CatalogTool, WithheldTool } from '../../catalog/catalogSnapshot.ts';

const setting = 'excludedTools';

type Level = { readonly target: vscode.ConfigurationTarget; readonly patterns: readonly unknown[] };

/** Whether the whole server was excluded here, by its own pattern. */
export function isExcluded({ namespace }: CatalogServer): boolean {
  return levels().some(({ patterns }) => patterns.includes(wholeOf(namespace)));
}

/** A tool, or a whole server. */
export async function exclude({ server, tool }: { readonly server: CatalogServer; readonly tool?: CatalogTool }): Promise<void> {
  const { target, patterns } = levels().at(0) ?? newLevel();
  await write(target, [...patterns, tool ? patternOf(tool) : wholeOf(server.namespace)]);
}

/** Takes the pattern back if it stands for this tool or this server alone; a wider one is for the person to judge. */
export async function include({ server, tool }: { readonly server: CatalogServer; readonly tool?: WithheldTool }): Promise<void> {
  const whole = wholeOf(server.namespace);
  const own = tool ? [patternOf(tool), whole] : [whole];
  const wanted = tool?.why.by === 'excluded' ? tool.why.pattern : whole;
  const removable = levels().filter(({ patterns }) => patterns.includes(wanted));
  if (!own.includes(wanted) || removable.length === 0) {
    await vscode.commands.executeCommand('workbench.action.openSettings', `codeMode.${setting}`);
    return;
  }
  for (const { target, patterns } of removable)
    await write(
      target,
      patterns.filter((pattern) => pattern !== wanted),
    );
}

function wholeOf(namespace: string): string {
  return `${namespace}.*`;
}

/** Names in scripts are identifiers, so they hold nothing that a glob would read otherwise. */
function patternOf({ path }: { readonly path: string }): string {
  return path.replace(/^tools\./, '');
}

/** Where the setting has a value, the one that counts first. */
function levels(): Level[] {
  const values = vscode.workspace.getConfiguration('codeMode').inspect<unknown>(setting);
  const { Workspace, Global } = vscode.ConfigurationTarget;
  const found = [
    { target: Workspace, patterns: values?.workspaceValue },
    { target: Global, patterns: values?.globalValue },
  ];
  return found.flatMap(({ target, patterns }) => (Array.isArray(patterns) ? [{ target, patterns }] : []));
}

function newLevel(): Level {
  const { Workspace, Global } = vscode.ConfigurationTarget;
  return { target: vscode.workspace.workspaceFolders ? Workspace : Global, patterns: [] };
}

async function write(target: vscode.ConfigurationTarget, patterns: readonly unknown[]): Promise<void> {
  await vscode.workspace.getConfiguration('codeMode').update(setting, patterns.length > 0 ? patterns : undefined, target);
}
