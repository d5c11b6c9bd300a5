// The profiles in which Copilot Chat's agent mode works without a sign-in and without a network: one with a model of one's own, which is the
// scripted one, also for titles and summaries; and one with models of Copilot's own service, which is the scripted one.
import type { ScriptedCopilot } from './scriptedCopilot.ts';
import type { ScriptedModel } from './scriptedModel.ts';
import type { ServerOptions } from './vscodeServer.ts';

/** What `chat model picker` shows; also the sign that the chat is ready. */
export const scriptedModelName = 'Scripted';

const localAgent = {
  'chat.editor.preferCopilotHarness': false,
  'chat.defaultToCopilotHarness': false,
  'chat.editor.localAgent.enabled': true,
};

export function copilotProfile(model: ScriptedModel): Required<Pick<ServerOptions, 'settings' | 'userFiles' | 'env'>> {
  return {
    settings: { ...localAgent, 'chat.byokUtilityModelDefault': 'mainAgent' },
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

/**
 * Copilot Chat's own hooks for its tests make it take this service for Copilot's, and an account that nobody has for the one that is signed in.
 * All that it asks of others, as of GitHub, goes to the service as a proxy, which refuses it.
 */
export function copilotServiceProfile(copilot: ScriptedCopilot): Required<Pick<ServerOptions, 'settings' | 'env'>> {
  return {
    settings: { ...localAgent, 'github.copilot.advanced.debug.overrideCapiUrl': copilot.origin },
    env: {
      CODE_MODE_TEST_COPILOT: '1',
      IS_SCENARIO_AUTOMATION: '1',
      VSCODE_COPILOT_CHAT_TOKEN: copilot.token,
      HTTPS_PROXY: copilot.origin,
      NO_PROXY: '127.0.0.1,localhost',
    },
  };
}
