// A language model of the host tests: it answers as the test says and keeps its requests. Code Mode's models use it,
// and are used as any extension uses them; Copilot Chat is another such extension.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, setForUser } from './invoke.ts';

export type Played = (
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  options: vscode.ProvideLanguageModelChatResponseOptions,
  report: (part: vscode.LanguageModelResponsePart) => void,
  token: vscode.CancellationToken,
) => Promise<void> | void;

const {
  LanguageModelTextPart: Text,
  LanguageModelToolCallPart: Call,
  LanguageModelToolResultPart: Result,
} = vscode;

export const calls = (name: string, input: object): Played => {
  return (_messages, _options, report) => report(new Call('call_1', name, input));
};
export const script = (code: string): Played => calls('executeCode', { code });
export const says = (...texts: string[]): Played => {
  return (_messages, _options, report) => texts.forEach((text) => report(new Text(text)));
};
export const user = (...parts: (string | vscode.LanguageModelDataPart)[]): vscode.LanguageModelChatMessage =>
  vscode.LanguageModelChatMessage.User(
    parts.map((part) => (typeof part === 'string' ? new Text(part) : part)),
  );
/** The messages of a chat in which each of the model's calls, after `asked`, had a result. */
export const withResults = (
  made: readonly vscode.LanguageModelToolCallPart[],
  resultOf: (index: number) => (vscode.LanguageModelTextPart | vscode.LanguageModelDataPart)[],
  asked: readonly vscode.LanguageModelChatMessage[] = [user('Hi.')],
): vscode.LanguageModelChatMessage[] => [
  ...asked,
  vscode.LanguageModelChatMessage.Assistant([...made]),
  vscode.LanguageModelChatMessage.User(made.map(({ callId }, index) => new Result(callId, resultOf(index)))),
];
export const textOf = (parts: readonly unknown[]): string =>
  parts.map((part) => (part instanceof Text ? part.value : '')).join('');
export const callsOf = (parts: readonly unknown[]): vscode.LanguageModelToolCallPart[] =>
  parts.filter((part) => part instanceof Call);

/** The tools of a request; the workspace excludes the second one. */
export const tools: readonly vscode.LanguageModelChatTool[] = [
  {
    name: 'add',
    description: 'Adds.',
    inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  },
  {
    name: 'mcp_everything_get-env',
    description: 'Excluded by the workspace.',
    inputSchema: { type: 'object' },
  },
];

export const setProvider = (name: string, value: unknown): Thenable<void> =>
  setForUser(`codeMode.provider.${name}`, value);
/** The models that Code Mode offers. */
export const ours = (): Thenable<vscode.LanguageModelChat[]> =>
  vscode.lm.selectChatModels({ vendor: 'code-mode' });

export interface Asked {
  readonly messages?: readonly vscode.LanguageModelChatMessage[];
  readonly with?: readonly vscode.LanguageModelChatTool[];
  readonly token?: vscode.CancellationToken;
  readonly of?: vscode.LanguageModelChat | undefined;
}

export class PlayedModel {
  /** Each request to this model in the current test. */
  readonly heard: Parameters<Played>[] = [];
  /** Answers the next requests to this model. */
  played: Played[] = [];
  #behind: vscode.Disposable | undefined;
  #model: vscode.LanguageModelChat | undefined;

  private constructor() {}

  /** Returns the model for all tests of a `describe`, in which Code Mode offers its model over this one. */
  static forTests(): PlayedModel {
    const played = new PlayedModel();
    before(() => played.#start());
    beforeEach(() => {
      played.heard.length = 0;
    });
    after(async () => {
      await setProvider('models', undefined);
      played.#behind?.dispose();
    });
    return played;
  }

  async #start(): Promise<void> {
    this.#behind = vscode.lm.registerLanguageModelChatProvider('scripted', {
      provideLanguageModelChatInformation: () =>
        ['played', 'other'].map((id) => ({
          id,
          name: `The ${id}`,
          family: 'f',
          version: '1',
          maxInputTokens: 10_000,
          maxOutputTokens: 1_000,
          capabilities: { toolCalling: true },
        })),
      provideLanguageModelChatResponse: async (_model, messages, options, progress, token) => {
        const report = (part: vscode.LanguageModelResponsePart) => progress.report(part);
        this.heard.push([messages, options, report, token]);
        await this.played.shift()?.(messages, options, report, token);
      },
      provideTokenCount: () => Promise.resolve(1),
    });
    await setProvider('models', ['scripted/pl*']);
    [this.#model] = await eventually(ours, ({ length }) => length > 0);
  }

  /** Code Mode's model over this model. */
  get model(): vscode.LanguageModelChat {
    assert.ok(this.#model);
    return this.#model;
  }

  /** The parts of the answer. */
  readonly ask = async (
    answers: readonly Played[],
    { messages = [user('Hi.')], with: given = tools, token, of = this.model }: Asked = {},
  ): Promise<unknown[]> => {
    this.played = [...answers];
    const response = await of.sendRequest([...messages], { tools: [...given] }, token);
    return Array.fromAsync(response.stream);
  };
}
