// The profile in which Copilot Chat's agent mode works without a sign-in and without a network: one model of one's
// own, which is the scripted one, also for titles and summaries.
import type { ScriptedModel } from './scriptedModel.ts';
import type { ServerOptions } from './vscodeServer.ts';

/** What `chat model picker` shows; also the sign that the chat is ready. */
export const scriptedModelName = 'Scripted';

export function copilotProfile(model: ScriptedModel): Required<Pick<ServerOptions, 'settings' | 'userFiles' | 'env'>> {
  return {
    settings: {
      'chat.byokUtilityModelDefault': 'mainAgent',
      'chat.editor.preferCopilotHarness': false,
      'chat.defaultToCopilotHarness': false,
      'chat.editor.localAgent.enabled': true,
    },
    userFiles: {
      'chatLanguageModels.json': [
        {
          name: scriptedModelName,
          vendor: 'customendpoint',
          apiType: 'chat-completions',
          apiKey: 'unused',
          models: [
            {
              id: 'scripted',
              name: scriptedModelName,
              url: model.url,
              toolCalling: true,
              vision: true,
              maxInputTokens: 120_000,
              maxOutputTokens: 4_000,
            },
          ],
        },
      ],
    },
    env: { CODE_MODE_TEST_COPILOT: '1' },
  };
}
