// Asks which models are to be offered with code in place of tools, and writes them into the user's settings.
import * as vscode from 'vscode';
import { providerModels } from '../settings.ts';
import { modelName } from './offeredModels.ts';
import { modelsSetting, vendor } from './vendor.ts';

export async function chooseModels(): Promise<void> {
  const models = (await vscode.lm.selectChatModels()).filter((model) => model.vendor !== vendor);
  if (models.length === 0) {
    await vscode.window.showInformationMessage('VS Code has no language models yet. Sign in to a provider or add a model first.');
    return;
  }
  const chosen = providerModels();
  const items = models.map((model) => {
    const name = modelName(model);
    return { label: model.name, description: name, picked: chosen.includes(name) };
  });
  const picked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: 'Models to Offer as "Code Mode · Model"',
    placeHolder: 'They write scripts over the tools of a chat, in place of calling them one by one',
  });
  if (!picked) return;
  // Globs, and models that are not there now, stay.
  const others = chosen.filter((name) => !items.some(({ description }) => description === name));
  const named = [...others, ...picked.map(({ description }) => description)];
  await vscode.workspace.getConfiguration().update(modelsSetting, named, vscode.ConfigurationTarget.Global);
}
