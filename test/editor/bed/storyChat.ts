// The one window with Copilot Chat in which the stories of test/editor/chat follow each other, each with the servers
// and settings of a new workspace and in a new chat.
import type { ChatPanel } from './chatPanel.ts';
import type { CopilotSession } from './editorSession.ts';
import { ScriptedChat } from './scriptedChat.ts';
import { Workbench } from './workbench.ts';

export interface StoryChat {
  readonly session: CopilotSession;
  readonly workbench: Workbench;
  readonly chat: ChatPanel;
  /** Runs scripts through the model of the chat. */
  readonly scripts: ScriptedChat;
}

const options = {
  settings: {
    'codeMode.editorTools': ['test_*'],
    'codeMode.provider.models': ['customendpoint/*'],
    'codeMode.dataFlow': { 'workspace.* -> everything.*': 'ask' },
  },
  size: { width: 1400, height: 1100 },
};

/** Returns the window of the previous story, or a new one. */
export async function storyChat(): Promise<StoryChat> {
  const scripts = await ScriptedChat.open({ ...options, goOn: true });
  const { session, chat } = scripts;
  return { session, chat, scripts, workbench: await Workbench.open(session.window.page) };
}

/** Returns the answer of the tool in the last request to the model. */
export function lastToolResult({ session }: StoryChat): string {
  const message = session.model.agentRequests.at(-1)?.messages.at(-1);
  if (message?.role !== 'tool')
    throw new Error(`The last message is of ${message?.role ?? 'nobody'}, not of a tool.`);
  return message.text;
}
