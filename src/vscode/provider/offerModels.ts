// Offers VS Code the models that the user chose (`codeMode.provider.models`, `.stagedModels`), each with scripts in
// place of tools. The provider is registered even if no model is chosen: a chat that still has such a model selected
// would wait for its provider. The other modules load when a chat asks a model.
import * as vscode from 'vscode';
import { messageTokens } from './messageTokens.ts';
import { modelsSetting, stagedModelsSetting, vendor } from './vendor.ts';

const settings = [modelsSetting, stagedModelsSetting];

/** `load` is called when a chat asks one of the models. */
export function offerModels(
  load: () => Promise<Pick<vscode.LanguageModelChatProvider, 'provideLanguageModelChatResponse'>>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let offered = '[]';
  const list = async () => (isAnyPicked() ? await (await import('./offeredModels.ts')).offeredModels() : []);
  const provider: vscode.LanguageModelChatProvider = {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: async () => {
      const models = await list();
      offered = JSON.stringify(models);
      return models;
    },
    provideLanguageModelChatResponse: async (...request) => {
      await (await load()).provideLanguageModelChatResponse(...request);
    },
    provideTokenCount: (_model, message) => Promise.resolve(messageTokens(message)),
  };
  return vscode.Disposable.from(
    changed,
    vscode.lm.registerLanguageModelChatProvider(vendor, provider),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (settings.some((name) => event.affectsConfiguration(name))) changed.fire();
    }),
    // The event does not tell the vendor, so a change of Code Mode's own models raises it too.
    vscode.lm.onDidChangeChatModels(async () => {
      if (offered !== JSON.stringify(await list())) changed.fire();
    }),
  );
}

function isAnyPicked(): boolean {
  return settings.some((name) => {
    const setting: unknown = vscode.workspace.getConfiguration().get(name);
    return Array.isArray(setting) && setting.length > 0;
  });
}
