// Chats with models of Copilot's own service: the tools of each request, in full or deferred, and the answer of the
// chat. Each chat is a row of a table of tokens, which a test prints and docs/benchmarks.md keeps.
import assert from 'node:assert/strict';
import { ChatPanel } from './chatPanel.ts';
import type { CopilotServiceSession } from './editorSession.ts';
import { copilotModels, type CopilotModel } from './scriptedCopilot.ts';
import type { ModelRequest, ScriptedStep } from './scriptedModel.ts';
import { sharedEditorWithCopilotService, type SharedOptions } from './sharedEditor.ts';

/**
 * Time limit of the first message in milliseconds: a chat waits until VS Code has started the servers of the window,
 * which may be many.
 */
const answerMs = 150_000;

/** The agent with which VS Code starts, and the agent of Code Mode. */
export type AgentName = 'Agent' | 'Code Mode';

/** One prompt of a user, and the model's answers to its requests. */
export interface PlayedChat {
  readonly agent: AgentName;
  readonly model: CopilotModel;
  readonly prompt: string;
  readonly script: readonly ScriptedStep[];
}

export interface AnsweredChat {
  /** The answer as the chat shows it. */
  readonly answer: string;
  readonly requests: readonly ModelRequest[];
}

export class ToolSearchChat {
  readonly session: CopilotServiceSession;
  readonly chat: ChatPanel;

  private constructor(session: CopilotServiceSession, chat: ChatPanel) {
    this.session = session;
    this.chat = chat;
  }

  /** `prepare` gets the session before its first chat. */
  static async open(
    options: SharedOptions,
    prepare: (session: CopilotServiceSession) => void = () => undefined,
  ): Promise<ToolSearchChat> {
    const session = await sharedEditorWithCopilotService({ ...options, size: { width: 1400, height: 1100 } });
    prepare(session);
    await session.model.listed;
    return new ToolSearchChat(
      session,
      await ChatPanel.openWithModel(session.window.page, copilotModels.claude.name),
    );
  }

  /** Plays a chat of its own from the prompt to the answer. Each step of the script must be used. */
  async play({ agent, model, prompt, script }: PlayedChat): Promise<AnsweredChat> {
    await this.chat.newChat();
    await this.chat.chooseAgent(agent);
    await this.chat.chooseModel(model.name);
    this.session.model.play(script);
    await this.chat.send(prompt);
    const answer = await this.chat.answer(answerMs);
    const requests = this.session.model.agentRequests;
    assert.equal(requests.length, script.length, `The chat answered: ${answer}`);
    return { answer, requests };
  }
}

/** Returns the names of the tools that a prompt lists as tools that must be searched before they are called. */
export function deferredTools(request: ModelRequest | undefined): readonly string[] {
  const list =
    /<availableDeferredTools>\s*Available deferred tools[^\n]*:\n(.*?)<\/availableDeferredTools>/s.exec(
      promptText(request),
    )?.[1];
  return list?.trim().split(/\s+/) ?? [];
}

/** Returns all texts of the messages of a request, including the system prompt. */
export function promptText(request: ModelRequest | undefined): string {
  return (request?.messages ?? []).map(({ text }) => text).join('\n');
}

/** Returns the last result of a tool in a request. */
export function toolResult(request: ModelRequest | undefined): string {
  const message = request?.messages.findLast(({ role }) => role === 'tool');
  assert.ok(message, 'The request has no result of a tool.');
  return message.text;
}

/** The words of a prompt that require a search before the call of a deferred tool. */
export function searchOrder(request: ModelRequest): string | undefined {
  return /<toolSearchInstructions>(.*?)<\/toolSearchInstructions>/s.exec(promptText(request))?.[1];
}

/** The header of the table whose rows `requestRow` makes. */
export const requestHeader = header(
  'model',
  'agent',
  'tools in full',
  'deferred',
  'ordered to search',
  'tokens of tools',
  'of messages',
);

/** Returns the row of one request: its tools and its cost. */
export function requestRow({ name }: CopilotModel, agent: string, request: ModelRequest): string {
  const { toolNames, tokens } = request;
  const ordered = searchOrder(request) === undefined ? 'no' : 'yes';
  return row(
    name,
    agent,
    toolNames.length,
    deferredTools(request).length,
    ordered,
    tokens.tools,
    tokens.messages,
  );
}

/** The header of the table whose rows `chatRow` makes. */
export const chatHeader = header(
  'model',
  'chat',
  'requests',
  'tokens of tools in each',
  'of messages in each',
);

/** Returns the row of a whole chat: the cost of its requests. */
export function chatRow({ name }: CopilotModel, chat: string, requests: readonly ModelRequest[]): string {
  const each = (count: (request: ModelRequest) => number) =>
    requests.map((request) => shown(count(request))).join(' + ');
  return row(
    name,
    chat,
    requests.length,
    each(({ tokens }) => tokens.tools),
    each(({ tokens }) => tokens.messages),
  );
}

function header(...columns: readonly string[]): string {
  return [row(...columns), row(...columns.map(() => '---'))].join('\n');
}

function row(...columns: readonly (string | number)[]): string {
  return `| ${columns.map(shown).join(' | ')} |`;
}

function shown(value: string | number): string {
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}
