// Implements _Manage Approvals_: it lists the writes that scripts may make without a question and the trusted servers
// and scripts of the workspace, and lets the user revoke them.
import * as vscode from 'vscode';
import { visibleName } from '../../base/text/visibleText.ts';
import type { TrustedItem } from '../../mcp/definitions/index.ts';
import type { EditorTrust } from '../servers/editorTrust.ts';
import { plainLabel } from '../labelText.ts';
import { consentScopes, type Consent, type Consents } from './consents.ts';
import { scopeHeading, scopeWords } from './scopeWords.ts';

interface Item extends vscode.QuickPickItem {
  readonly revokes?: readonly Consent[];
  readonly distrusts?: readonly TrustedItem[];
}

/** Shows all consents and trusted items until the user closes the list. Selecting a row revokes what it shows. */
export function manageApprovals(consents: Consents, trust: EditorTrust): void {
  if (consents.all().length + trust.items.length === 0)
    return void vscode.window.showInformationMessage(
      vscode.l10n.t('There are no saved approvals and no trusted servers in this workspace.'),
    );
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = vscode.l10n.t('Tools That Scripts May Call Without Asking, and Trusted Servers');
  pick.placeholder = vscode.l10n.t('Select a row to revoke its approval');
  pick.matchOnDescription = true;
  const show = () => {
    pick.items = [...itemsOf(consents.all()), ...trustItems(trust.items)];
    if (pick.items.length === 0) pick.hide();
  };
  const stop = consents.onDidChange(show);
  pick.onDidAccept(async () => {
    const [chosen] = pick.selectedItems;
    await consents.revoke(chosen?.revokes ?? []);
    if (!chosen?.distrusts) return;
    await trust.revoke(chosen.distrusts);
    show();
  });
  pick.onDidHide(() => {
    stop();
    pick.dispose();
  });
  show();
  pick.show();
}

/** Revokes the consents for a tool; if there are several, the user chooses. */
export async function revokeApprovals(consents: Consents, revocable: readonly Consent[]): Promise<void> {
  const [only, ...others] = revocable;
  if (!only) return;
  if (others.length === 0) return consents.revoke([only]);
  const all: Item = { label: vscode.l10n.t('Revoke All'), revokes: revocable };
  const items = [
    all,
    ...revocable.map((consent): Item => ({ label: plainLabel(scopeHeading(consent)), revokes: [consent] })),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Revoke Approval of {0}', only.path),
    placeHolder: vscode.l10n.t('Which?'),
  });
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
  return [...groups, rule, { label: vscode.l10n.t('$(trash) Revoke All'), revokes: all }];
}

/** Makes one row for all definitions of a server that the user trusted one after the other. */
function trustItems(items: readonly TrustedItem[]): readonly Item[] {
  if (items.length === 0) return [];
  const groups = Map.groupBy(items, ({ kind, name, origin }) => JSON.stringify([name, origin, kind]));
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, distrusts]) =>
      distrusts.slice(0, 1).map(({ kind, name, origin }): Item => ({
        label: `$(${kind === 'script' ? 'file-code' : 'server'}) ${plainLabel(visibleName(name))}`,
        description: plainLabel(visibleName(vscode.workspace.asRelativePath(origin))),
        distrusts,
      })),
    );
  return [
    { label: vscode.l10n.t('Trusted in this workspace'), kind: vscode.QuickPickItemKind.Separator },
    ...rows,
  ];
}

function itemOf(consent: Consent): Item {
  const { scope, place, path, server, origin, destroys } = consent;
  const file =
    scope === 'file' && place !== undefined ? [vscode.workspace.asRelativePath(vscode.Uri.parse(place))] : [];
  return {
    label: `$(${destroys ? 'flame' : 'edit'}) ${plainLabel(visibleName(path))}`,
    description: plainLabel(
      visibleName([...file, `${server}, ${vscode.workspace.asRelativePath(origin)}`].join(' - ')),
    ),
    revokes: [consent],
  };
}
