// Offers VS Code the models that a person picked (`codeMode.provider.models`, `.stagedModels`), each with code in place of tools. Where none is picked nothing is
// registered; nothing else is loaded before VS Code asks.
import * as vscode from 'vscode';
import { textTokens } from '../../engine/usage/estimateTokens.ts';
import { modelsSetting, stagedModelsSetting, vendor } from './vendor.ts';

const settings = [modelsSetting, stagedModelsSetting];

/** `load` is called when a chat asks one of the models. */
export function offerModels(
  load: () => Promise<Pick<vscode.LanguageModelChatProvider, 'provideLanguageModelChatResponse'>>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let registered: vscode.Disposable | undefined;
  let offered = '';
  const list = async () => (await import('./offeredModels.ts')).offeredModels();
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
    // Called thousands of times for one request.
    provideTokenCount: (_model, text) => Promise.resolve(estimatedTokens(text)),
  };
  const refresh = () => {
    const wanted = settings.some((name) => {
      const setting: unknown = vscode.workspace.getConfiguration().get(name);
      return Array.isArray(setting) && setting.length > 0;
    });
    if (!wanted) registered?.dispose();
    if (!wanted || registered) changed.fire();
    registered = wanted ? (registered ?? vscode.lm.registerLanguageModelChatProvider(vendor, provider)) : undefined;
  };
  refresh();
  return vscode.Disposable.from(
    changed,
    new vscode.Disposable(() => void registered?.dispose()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (settings.some((name) => event.affectsConfiguration(name))) refresh();
    }),
    // Of other vendors, or of ours: VS Code does not say whose.
    vscode.lm.onDidChangeChatModels(async () => {
      if (registered && offered !== JSON.stringify(await list())) changed.fire();
    }),
  );
}

function estimatedTokens(text: string | vscode.LanguageModelChatRequestMessage): number {
  return textTokens(typeof text === 'string' ? text : JSON.stringify(text.content));
}
