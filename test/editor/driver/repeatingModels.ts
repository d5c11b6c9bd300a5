// Two language models that any extension can use: each answers with the text of its request, so that a test can read
// it.
import * as vscode from 'vscode';

export class RepeatingModels implements vscode.LanguageModelChatProvider {
  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    return ['repeater-large', 'repeater-mini'].map((id) => ({
      id,
      name: id,
      family: id,
      version: '1',
      capabilities: {},
      maxInputTokens: 100_000,
      maxOutputTokens: 1_000,
    }));
  }

  provideLanguageModelChatResponse(
    _model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    { modelOptions }: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  ): Promise<void> {
    const texts = messages.flatMap(({ content }) =>
      content.filter((part) => part instanceof vscode.LanguageModelTextPart),
    );
    const said = texts.map(({ value }) => value).join(' + ');
    progress.report(new vscode.LanguageModelTextPart(`${said} with ${JSON.stringify(modelOptions)}`));
    return Promise.resolve();
  }

  provideTokenCount(): Promise<number> {
    return Promise.resolve(7);
  }
}
