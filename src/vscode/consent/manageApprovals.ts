// "Manage Approvals": what scripts may write unasked, and taking it back.
import * as vscode from 'vscode';
import { consentScopes, type Consent, type Consents } from '../../engine/consent/consents.ts';
import { visibleName } from '../../text/visibleText.ts';
import { plainLabel } from '../labelText.ts';
import { scopeHeading, scopeWords } from './scopeWords.ts';

interface Item extends vscode.QuickPickItem {
  readonly revokes?: readonly Consent[];
}

/** Shows all that is allowed until the user closes it. Picking a row takes back what it stands for. */
export function manageApprovals(consents: Consents): void {
  if (consents.all().length === 0) return void vscode.window.showInformationMessage('No writing tool is allowed beyond one run.');
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = 'Tools That Scripts May Call Without Asking';
  pick.placeholder = 'Select a tool to revoke its approval';
  pick.matchOnDescription = true;
  const show = () => {
    pick.items = itemsOf(consents.all());
    if (pick.items.length === 0) pick.hide();
  };
  const stop = consents.onDidChange(show);
  pick.onDidAccept(() => void consents.revoke(pick.selectedItems[0]?.revokes ?? []));
  pick.onDidHide(() => {
    stop();
    pick.dispose();
  });
  show();
  pick.show();
}

/** Takes back all that is allowed of a tool; the user chooses where there is more than one. */
export async function revokeApprovals(consents: Consents, revocable: readonly Consent[]): Promise<void> {
  const [only, ...others] = revocable;
  if (!only) return;
  if (others.length === 0) return consents.revoke([only]);
  const all: Item = { label: 'Revoke All', revokes: revocable };
  const items = [all, ...revocable.map((consent): Item => ({ label: scopeHeading(consent), revokes: [consent] }))];
  const chosen = await vscode.window.showQuickPick(items, { title: `Revoke Approval of ${only.path}`, placeHolder: 'Which?' });
  await consents.revoke(chosen?.revokes ?? []);
}

function itemsOf(all: readonly Consent[]): readonly Item[] {
  const groups = consentScopes.flatMap((scope): readonly Item[] => {
    const consents = all.filter((consent) => consent.scope === scope);
    const heading: Item = { label: scopeWords[scope], kind: vscode.QuickPickItemKind.Separator };
    return consents.length === 0 ? [] : [heading, ...consents.map(itemOf)];
  });
  if (all.length < 2) return groups;
  const rule: Item = { label: '', kind: vscode.QuickPickItemKind.Separator };
  return [...groups, rule, { label: '$(trash) Revoke All', revokes: all }];
}

function itemOf(consent: Consent): Item {
  const { scope, place, path, server, origin, destroys } = consent;
  const file = scope === 'file' && place !== undefined ? [vscode.workspace.asRelativePath(vscode.Uri.parse(place))] : [];
  return {
    label: `$(${destroys ? 'flame' : 'edit'}) ${plainLabel(visibleName(path))}`,
    description: plainLabel(visibleName([...file, `${server}, ${vscode.workspace.asRelativePath(origin)}`].join(' - '))),
    revokes: [consent],
  };
}
