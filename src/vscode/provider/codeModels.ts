// Answers the requests of chats to our models: the model behind writes scripts over the request's tools, and VS Code runs and confirms each call of
// theirs as it always does.
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { estimateTokenCount } from 'tokenx';
import { isJsonObject, type JsonObject } from '../../catalog/json.ts';
import { rejectOnAbort } from '../../catalog/withTimeout.ts';
import { textTokens, tokensOf } from '../../engine/usage/estimateTokens.ts';
import type { ModelRules } from '../../routing/modelRules.ts';
import { defaultRules, offersCode } from '../../routing/routing.ts';
import { RoutingPatterns } from '../../routing/routingPatterns.ts';
import type { AskModel, ClientCall, ModelAnswer } from '../../stateless/askModel.ts';
import { BudgetedModel } from '../../stateless/budgetedModel.ts';
import { CodeChat, type CodeAnswer, type CodeChatOptions, type CodeRequest } from '../../stateless/codeChat.ts';
import { passingFailure } from '../../stateless/passingFailure.ts';
import { ScriptRecords } from '../../stateless/scriptRecords.ts';
import { StagedChat } from '../../stateless/stagedChat.ts';
import { stageLine } from '../../stateless/toldHistory.ts';
import { TurnFiles } from '../../stateless/turnFiles.ts';
import type { ModelCall } from '../../stateless/turnState.ts';
import { TurnTokens } from '../../stateless/turnTokens.ts';
import { markdownText, plainText } from '../../text/plainText.ts';
import { abortSignalOf } from '../cancellation.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { maxTokensPerTurn, modelRules, routingRules } from '../settings.ts';
import type { RunTracker } from '../runs/runTracker.ts';
import type { EditorUsage } from '../usage/editorUsage.ts';
import { lastPrompt, lastWords, readMessages, textOfMessages, writeMessages, type GivenParts } from './chatMessages.ts';
import { answersInStages, modelBehind, modelName } from './offeredModels.ts';
import { partTools } from './partTools.ts';

interface CodeModelsOptions {
  readonly editor: EditorEngine;
  readonly usage: EditorUsage;
  /** Lets the user cancel runs. */
  readonly runs: Pick<RunTracker, 'adopt'>;
  /** Where turns of chats are kept. */
  readonly folder: string;
  readonly log: vscode.LogOutputChannel;
}

type Request = Parameters<vscode.LanguageModelChatProvider['provideLanguageModelChatResponse']>;

/** Of signatures in the description of `executeCode`: an agent's request has some sixty tools. */
const signatureTokens = 3_000;
const longestUsage = 10_000;
/** Characters of a line of a stage. */
const longestLine = 600;

export class CodeModels implements Pick<vscode.LanguageModelChatProvider, 'provideLanguageModelChatResponse'> {
  readonly #options: CodeModelsOptions;
  readonly #turns: TurnFiles;
  readonly #records: ScriptRecords | undefined;
  readonly #chat: CodeChat;
  readonly #staged: StagedChat;
  readonly #tokens = new TurnTokens();
  /** One for each window. */
  readonly #session = crypto.randomUUID();

  constructor(options: CodeModelsOptions) {
    const { editor, runs, folder, log } = options;
    this.#options = options;
    const { journal } = editor.engine;
    this.#records = journal && new ScriptRecords({ journal, onBegun: (id, cancel) => runs.adopt(id, cancel) });
    this.#turns = new TurnFiles({ folder, writes: () => editor.runs.recordsValues, log: (line) => log.warn(plainText(line)) });
    const chat: CodeChatOptions = {
      engine: editor.engine,
      declarations: editor.declarations,
      tokens: signatureTokens,
      countTokens: (text) => Promise.resolve(estimateTokenCount(text)),
      turns: this.#turns,
      lostTurns: 'asCalls',
      scriptsAtOnce: Math.max(2, availableParallelism()),
      ...(this.#records && { records: this.#records }),
    };
    this.#chat = new CodeChat(chat);
    this.#staged = new StagedChat(chat);
  }

  /** Failures are said as text: VS Code shows the stack of what is thrown. Requests without tools, for titles and summaries, throw. */
  async provideLanguageModelChatResponse(...[model, sent, options, progress, token]: Request): Promise<void> {
    using owned = abortSignalOf(token);
    const { signal } = owned;
    const reply = new Reply(progress);
    try {
      await this.#answer(model, sent, options, reply, token, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#options.log.warn(plainText(`${model.name} could not answer: ${error instanceof Error ? error.message : String(error)}`));
      if (!options.tools?.length) throw error;
      reply.fail(error);
    }
  }

  #answerBy(model: Request[0], request: CodeRequest, ask: AskModel, reply: Reply, signal: AbortSignal): Promise<CodeAnswer> {
    if (!answersInStages(model)) return this.#chat.answer(request, ask, signal);
    const view = { onProgress: (line: string) => reply.tell(line), onText: (piece: string) => reply.say(piece) };
    return this.#staged.answer({ ...request, query: lastPrompt(request.messages) }, ask, view, signal);
  }

  /** Settles when all is written. */
  dispose(): Promise<void> {
    this.#records?.[Symbol.dispose]();
    return this.#turns.dispose();
  }

  async #answer(
    model: Request[0],
    sent: Request[1],
    options: Request[2],
    reply: Reply,
    token: vscode.CancellationToken,
    signal: AbortSignal,
  ): Promise<void> {
    const { log, usage } = this.#options;
    const behind = await rejectOnAbort(modelBehind(model), signal);
    if (!behind) throw new Error(`The model behind ${model.name} is not there any more. Choose another model.`);
    const { messages, given } = readMessages(sent);
    const rules = modelRules(modelName(behind), behind.id, behind.family, behind.name);
    const parted = partTools(options.tools ?? [], excludedTools(rules));
    const forced = options.toolMode === vscode.LanguageModelChatToolMode.Required;
    const budgeted = new BudgetedModel({
      ask: askOf(behind, given, { ...options, token, reply, toolMode: options.toolMode }),
      promptTokens: ({ messages: asked, tools }) => textTokens(textOfMessages(asked, given)) + textTokens(JSON.stringify(tools)),
      answerTokens: ({ message, calls }) => textTokens(JSON.stringify([message['content'] ?? '', ...calls.map(({ text }) => text)])),
      before: this.#tokens.before(messages),
      most: maxTokensPerTurn(),
      retry: {
        passing: (error) => (reply.hasBegun ? undefined : passingFailure(error)),
        wait: (ms, aborted) => delay(ms, undefined, { signal: aborted }),
        random: Math.random,
        onRetry: (error, ms) => log.info(plainText(`${model.name} is asked again in ${Math.ceil(ms / 1_000)} s: ${String(error)}`)),
      },
    });
    const { typeCheck } = rules ?? {};
    const title = lastWords(messages);
    const about = { name: behind.name, ...(title !== undefined && { title }) };
    // Who picks one of our models wants code, whatever `codeMode.mode` says of other models' requests.
    const isPlain = parted.functions.length === 0 || forced || !offersCode(rules?.mode ?? defaultRules.mode);
    const calls = isPlain
      ? (await budgeted.ask({ messages, tools: parted.tools, asTools: true, isLater: false }, signal)).calls
      : (
          await this.#answerBy(
            model,
            { messages, ...parted, parallel: true, about, ...(typeCheck && { typeCheck }) },
            budgeted.ask,
            reply,
            signal,
          )
        ).calls;
    const { spent, total } = budgeted;
    reply.end(calls, spent);
    this.#tokens.spent(
      total,
      calls.map(({ id }) => id),
    );
    if (isPlain) return;
    const plain = textTokens(textOfMessages(messages, given)) + textTokens(JSON.stringify(parted.tools)) + reply.tokens;
    log.info(
      `${plainText(model.name)}: ${spent.requests} requests to the model, ${spent.prompt} tokens in, ${spent.completion} out; ` +
        `about ${plain} with its tools as they are. ${total} in this turn.`,
    );
    await usage.addModelRequest(this.#session, { ours: spent.estimated, plain });
  }
}

/** What the chat gets. */
class Reply {
  readonly #progress: Request[3];
  #characters = 0;
  /** Whether what follows is to be set apart from text before. */
  #isBetween = false;
  #hasBegun = false;

  constructor(progress: Request[3]) {
    this.#progress = progress;
  }

  get hasSaid(): boolean {
    return this.#characters > 0;
  }

  /** Of what the chat got, estimated. */
  get tokens(): number {
    return tokensOf(this.#characters);
  }

  /** Whether some of the model's answer is there. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  nextAnswer(): void {
    this.#hasBegun = false;
    this.#isBetween = this.hasSaid;
  }

  say(text: string): void {
    if (text === '') return;
    this.#progress.report(new vscode.LanguageModelTextPart(this.#isBetween ? `\n\n${text}` : text));
    this.#isBetween = false;
    this.#hasBegun = true;
    this.#characters += text.length;
  }

  /** A line of our own, on what a stage did. */
  tell(line: string): void {
    this.nextAnswer();
    this.say(`${stageLine} ${markdownText(line, longestLine)}`);
    this.nextAnswer();
  }

  end(calls: readonly ClientCall[], { lastPrompt, completion }: { readonly lastPrompt: number; readonly completion: number }): void {
    for (const { id, name, text } of calls) {
      this.#progress.report(new vscode.LanguageModelToolCallPart(id, name, inputOf(text)));
      this.#characters += name.length + text.length;
    }
    if (lastPrompt === 0) return;
    const usage = { prompt_tokens: lastPrompt, completion_tokens: completion, total_tokens: lastPrompt + completion };
    this.#progress.report(vscode.LanguageModelDataPart.json(usage, 'usage'));
  }

  fail(error: unknown): void {
    this.nextAnswer();
    this.say(`**Code Mode:** ${plainText(error instanceof Error ? error.message : String(error))}`);
  }
}

interface AskOptions extends Pick<Request[2], 'modelOptions' | 'toolMode'> {
  readonly token: vscode.CancellationToken;
  readonly reply: Reply;
}

function askOf(behind: vscode.LanguageModelChat, given: GivenParts, { token, reply, toolMode, modelOptions }: AskOptions): AskModel {
  // What begins with `_` is between VS Code and the vendor that it asked.
  const ours = Object.fromEntries(Object.entries(modelOptions ?? {}).filter(([name]) => !name.startsWith('_')));
  return async ({ messages, tools, asTools, isLater, mustCall = false, isHidden = false }, signal) => {
    reply.nextAnswer();
    const read = async (): Promise<ModelAnswer> => {
      const response = await behind.sendRequest(
        [...writeMessages(messages, given)],
        {
          justification: 'Code Mode lets this model write scripts over the tools of your chat.',
          modelOptions: ours,
          ...(tools.length > 0 && { tools: tools.map(chatTool) }),
          ...(asTools && !isLater && { toolMode }),
          ...(mustCall && { toolMode: vscode.LanguageModelChatToolMode.Required }),
        },
        token,
      );
      return readAnswer(response, isHidden ? undefined : reply);
    };
    return rejectOnAbort(read(), signal);
  };
}

async function readAnswer({ stream }: vscode.LanguageModelChatResponse, reply: Reply | undefined): Promise<ModelAnswer> {
  const texts: string[] = [];
  const calls: ModelCall[] = [];
  let usage: JsonObject | undefined;
  for await (const part of stream) {
    if (part instanceof vscode.LanguageModelTextPart) {
      texts.push(part.value);
      reply?.say(part.value);
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      const { callId: id, name, input } = part;
      const text = JSON.stringify(input);
      calls.push({ id, name, text, raw: { id, type: 'function', function: { name, arguments: text } } });
    } else if (part instanceof vscode.LanguageModelDataPart && part.mimeType === 'usage') usage = readUsage(part.data);
  }
  const message = { role: 'assistant', content: texts.join('') };
  return { message, calls, finishReason: calls.length > 0 ? 'tool_calls' : 'stop', usage };
}

/** Not of the API: vendors of VS Code's own say it so. */
function readUsage(data: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = data.length > longestUsage ? undefined : JSON.parse(Buffer.from(data).toString());
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function chatTool(tool: JsonObject): vscode.LanguageModelChatTool {
  // As `partTools` and `modelTools` write them.
  const { name, description, parameters } = tool['function'] as {
    readonly name: string;
    readonly description: string;
    readonly parameters: object;
  };
  return { name, description, inputSchema: parameters };
}

/** JSON of ours. */
function inputOf(text: string): object {
  return JSON.parse(text) as object;
}

/** Those that Code Mode is not to call stay as VS Code offers them. */
function excludedTools(rules: ModelRules | undefined): Parameters<typeof partTools>[1] {
  const { excluded = [], blocked = [] } = routingRules();
  const patterns = new RoutingPatterns([...excluded, ...blocked, ...(rules?.excluded ?? [])], 'all');
  return (tool) => patterns.find(tool) !== undefined;
}
