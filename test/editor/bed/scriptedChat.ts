// A chat in which a model runs scripts one after another, and the user's answers to the questions about them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { faultServer } from '../../fakes/faultServer.ts';
import { ApprovalQuestion } from './approvalQuestion.ts';
import { ChatPanel } from './chatPanel.ts';
import type { CopilotSession } from './editorSession.ts';
import { executes, lastText } from './scriptedModel.ts';
import { sharedEditorWithCopilot, type SharedOptions } from './sharedEditor.ts';
import { reloadKeeping } from './workbench.ts';
import { addServer } from './workspace.ts';

export class ScriptedChat {
  readonly session: CopilotSession;
  chat: ChatPanel;
  #runs = 0;

  private constructor(session: CopilotSession, chat: ChatPanel) {
    this.session = session;
    this.chat = chat;
  }

  static async open(options: SharedOptions): Promise<ScriptedChat> {
    return await ScriptedChat.openIn(await sharedEditorWithCopilot(options));
  }

  static async openIn(session: CopilotSession): Promise<ScriptedChat> {
    addServer(session.workspace.folder, 'notes', faultServer('ok'));
    return new ScriptedChat(session, await ChatPanel.open(session.window.page));
  }

  /** A path in `data/`, which the file server serves. */
  path(name: string): string {
    return join(this.session.workspace.folder, 'data', name);
  }

  /** Makes the model run a script. `result` is the result that the model gets. */
  async start(code: string): Promise<{ readonly result: Promise<string> }> {
    const { promise: result, resolve } = Promise.withResolvers<string>();
    this.session.model.play([
      executes(code),
      (request) => {
        resolve(lastText(request));
        return { text: 'I see.' };
      },
    ]);
    await this.chat.send(`Please run number ${++this.#runs}.`);
    return { result };
  }

  /** Runs a script that must be approved, and answers the question. */
  async asked(code: string, answer: string): Promise<string> {
    const { result } = await this.start(code);
    const question = await Promise.race([ApprovalQuestion.open(this.session.window.page), result]);
    if (typeof question === 'string') assert.fail(`It ran unasked: ${question}`);
    await question.answer(answer);
    return this.#ended(result);
  }

  /** Runs a script that may not ask a question. */
  async unasked(code: string): Promise<string> {
    const { result } = await this.start(code);
    const question = await Promise.race([ApprovalQuestion.open(this.session.window.page), result]);
    if (typeof question !== 'string') assert.fail(`It was asked for: ${await question.text()}`);
    return this.#ended(result);
  }

  /** Resolves when VS Code has stored the text. */
  async reload(text: string): Promise<void> {
    await reloadKeeping(this.session.window.page, text);
    this.chat = await ChatPanel.open(this.session.window.page);
  }

  async #ended(result: Promise<string>): Promise<string> {
    const text = await result;
    await this.chat.answer();
    return text;
  }
}
