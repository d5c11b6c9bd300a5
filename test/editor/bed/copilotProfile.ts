// The profiles in which agent mode of Copilot Chat works without a sign-in and without a network. One has the scripted
// model as the user's own model, also for titles and summaries; the other has the scripted model as models of Copilot's
// own service.
import type { ScriptedCopilot } from './scriptedCopilot.ts';
import type { ScriptedModel } from './scriptedModel.ts';
import type { ServerOptions } from './vscodeServer.ts';

/** Label of the model in the model picker; it is also the sign that the chat is ready. */
export const scriptedModelName = 'Scripted';

const localAgent = {
  'chat.editor.preferCopilotHarness': false,
  'chat.defaultToCopilotHarness': false,
  'chat.editor.localAgent.enabled': true,
};

export function copilotProfile(
  model: ScriptedModel,
): Required<Pick<ServerOptions, 'settings' | 'userFiles' | 'env'>> {
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
 * Copilot Chat's own test hooks make it use this service as Copilot's service, with a signed-in account that does not
 * exist. All its requests to other hosts, such as GitHub, go to the service as a proxy, which refuses them.
 */
export function copilotServiceProfile(
  copilot: ScriptedCopilot,
): Required<Pick<ServerOptions, 'settings' | 'env'>> {
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
