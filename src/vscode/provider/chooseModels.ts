// Asks which models to offer with scripts in place of tools, and writes the choice into the user's settings.
import * as vscode from 'vscode';
import { providerModels } from '../settings.ts';
import { modelName } from './offeredModels.ts';
import { modelsSetting, stagedModelsSetting, vendor } from './vendor.ts';

interface ModelItem extends vscode.QuickPickItem {
  readonly setting?: string;
  readonly name?: string;
}

/** Vendor whose models answer no requests of extensions. */
const agentHost = 'copilotcli';

export async function chooseModels(): Promise<void> {
  const models = (await vscode.lm.selectChatModels()).filter(
    ({ vendor: of }) => of !== vendor && of !== agentHost,
  );
  if (models.length === 0) {
    await vscode.window.showInformationMessage(
      vscode.l10n.t('VS Code has no language models yet. Sign in to a provider or add a model first.'),
    );
    return;
  }
  const chosen = {
    [modelsSetting]: providerModels('models'),
    [stagedModelsSetting]: providerModels('stagedModels'),
  };
  const itemsOf = (setting: keyof typeof chosen, group: string, suffix: string): ModelItem[] => [
    { label: group, kind: vscode.QuickPickItemKind.Separator },
    ...models.map((model) => {
      const name = modelName(model);
      return {
        label: `${model.name}${suffix}`,
        description: name,
        picked: chosen[setting].includes(name),
        setting,
        name,
      };
    }),
  ];
  const items = [
    ...itemsOf(modelsSetting, vscode.l10n.t('Scripts in place of tool calls'), ''),
    ...itemsOf(
      stagedModelsSetting,
      vscode.l10n.t('In stages, for models that call tools badly or not at all'),
      vscode.l10n.t(' (stages)'),
    ),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: vscode.l10n.t('Models to Offer as "Code Mode · Model"'),
    placeHolder: vscode.l10n.t('Models that get code in place of tools'),
    matchOnDescription: true,
  });
  if (!picked) return;
  for (const [setting, before] of Object.entries(chosen)) {
    // Globs, and names of models that are currently missing, stay in the setting.
    const others = before.filter((name) => !items.some((item) => item.name === name));
    const named = [
      ...others,
      ...picked.flatMap((item) => (item.setting === setting && item.name !== undefined ? item.name : [])),
    ];
    const isSame = named.length === before.length && named.every((name) => before.includes(name));
    if (!isSame)
      await vscode.workspace.getConfiguration().update(setting, named, vscode.ConfigurationTarget.Global);
  }
}
