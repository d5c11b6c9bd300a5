// Answers the requests of chats to Code Mode's models. The underlying model writes scripts over the tools of the
// request, and VS Code runs and confirms each call of a script as usual.
import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';
import { estimateTokenCount } from 'tokenx';
import type { JsonObject } from '../../base/json.ts';
import { rejectOnAbort } from '../../base/withTimeout.ts';
import { textTokens, valueTokens } from '../../engine/index.ts';
import { defaultRules, offersCode, RoutingPatterns, type ModelRules } from '../../catalog/index.ts';
import {
  BudgetedModel,
  ModelFailure,
  CodeChat,
  ScriptRecords,
  StagedChat,
  TurnFiles,
  TurnRunner,
  TurnTokens,
  type AskModel,
  type CodeRequest,
} from '../../models/index.ts';
import { plainText } from '../../base/text/plainText.ts';
import { abortSignalOf } from '../cancellation.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { maxTokensPerTurn, routingRules } from '../settings.ts';
import { hasToolSearch } from '../usage/hasToolSearch.ts';
import type { EditorRuns } from '../runs/editorRuns.ts';
import type { EditorUsage } from '../usage/editorUsage.ts';
import { askOf } from './askOf.ts';
import { lastPrompt, lastWords, readChatMessages } from './chatMessages.ts';
import { ChatReply } from './chatReply.ts';
import { answersInStages, modelBehind, rulesOf } from './offeredModels.ts';
import { partTools } from './partTools.ts';
import { errorMessage } from '../../base/errorMessage.ts';

interface CodeModelsOptions {
  readonly editor: EditorEngine;
  readonly usage: EditorUsage;
  /** Registers runs so that the user can cancel them. */
  readonly runs: Pick<EditorRuns, 'adopt'>;
  /** Folder in which the turns of chats are stored. */
  readonly folder: string;
  readonly log: vscode.LogOutputChannel;
}

type Request = Parameters<vscode.LanguageModelChatProvider['provideLanguageModelChatResponse']>;

/** Token budget for the signatures in the description of `executeCode`; an agent's request has about sixty tools. */
const signatureTokens = 3_000;

export class CodeModels {
  readonly #options: CodeModelsOptions;
  readonly #turns: TurnFiles;
  readonly #records: ScriptRecords | undefined;
  readonly #chat: CodeChat;
  readonly #staged: StagedChat;
  readonly #tokens = new TurnTokens();
  /** Session id for the usage, one per window. */
  readonly #session = crypto.randomUUID();

  constructor(options: CodeModelsOptions) {
    const { editor, usage, runs, folder, log } = options;
    this.#options = options;
    const { journal } = editor.engine;
    this.#records =
      journal && new ScriptRecords({ journal, onBegun: (id, cancel) => runs.adopt(id, cancel) });
    this.#turns = new TurnFiles({
      folder,
      writes: () => editor.runs.recordsValues,
      log: (line) => log.warn(plainText(line)),
    });
    const turns = new TurnRunner({
      engine: editor.engine,
      declarations: editor.workbench.declarations,
      tokens: signatureTokens,
      countTokens: (text) => Promise.resolve(estimateTokenCount(text)),
      turns: this.#turns,
      lostTurns: 'asCalls',
      roundsIntegers: true,
      scriptsAtOnce: Math.max(2, availableParallelism()),
      ...(this.#records && { records: this.#records }),
      onSpared: (spared) => void usage.addModelScript(this.#session, spared),
    });
    this.#chat = new CodeChat(turns);
    this.#staged = new StagedChat(turns);
  }

  /**
   * Answers one request. A failure becomes text in the chat, because VS Code shows the stack of a thrown error. A
   * request without tools, for a title or a summary, throws its error.
   */
  async provideLanguageModelChatResponse(...request: Request): Promise<void> {
    const [model, , options, progress, token] = request;
    using owned = abortSignalOf(token);
    const { signal } = owned;
    const reply = new ChatReply(progress);
    try {
      await this.#answer(request, reply, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#options.log.warn(plainText(`${model.name} could not answer: ${errorMessage(error)}`));
      if (!options.tools?.length) throw error instanceof ModelFailure ? error.cause : error;
      reply.fail(error);
    }
  }

  async #answerBy(
    model: Request[0],
    request: CodeRequest,
    ask: AskModel,
    reply: ChatReply,
    signal: AbortSignal,
  ) {
    if (!answersInStages(model.id)) return this.#chat.answer(request, ask, signal);
    const view = {
      onProgress: (line: string) => reply.tell(line),
      onText: (piece: string) => reply.say(piece),
    };
    const staged = { ...request, query: lastPrompt(request.messages) };
    const answer = await this.#staged.answer(staged, ask, view, signal);
    const { followed } = answer;
    if (followed) await this.#options.editor.runs.addStages(followed.run, followed.stages);
    return answer;
  }

  /** Resolves when all turns are written. */
  dispose(): Promise<void> {
    this.#records?.[Symbol.dispose]();
    return this.#turns.dispose();
  }

  async #answer(request: Request, reply: ChatReply, signal: AbortSignal): Promise<void> {
    const [model, sent, options] = request;
    const { log, usage } = this.#options;
    const behind = await rejectOnAbort(modelBehind(model.id), signal);
    if (!behind)
      throw new Error(
        vscode.l10n.t('The model behind {0} is not there any more. Choose another model.', model.name),
      );
    const { messages, given } = readChatMessages(sent);
    const rules = await rulesOf(behind);
    const parted = partTools(options.tools ?? [], excludedTools(rules));
    const forced = options.toolMode === vscode.LanguageModelChatToolMode.Required;
    const budgeted = new BudgetedModel({
      ask: askOf(behind, given, {
        ...options,
        reply,
        justification: vscode.l10n.t('Code Mode lets this model write scripts over the tools of your chat.'),
        onRetry: (line) => log.info(plainText(line)),
      }),
      promptTokens: ({ messages: asked, tools }) => tokensOf(asked, tools),
      answerTokens: ({ message, calls }) =>
        textTokens(JSON.stringify([message['content'] ?? '', ...calls.map(({ text }) => text)])),
      before: this.#tokens.before(messages),
      most: maxTokensPerTurn(),
      name: behind.name,
    });
    const { typeCheck } = rules ?? {};
    const title = lastWords(messages);
    const about = { name: behind.name, ...(title !== undefined && { title }) };
    let offered = 0;
    const ask: AskModel = (asked, stops) => {
      offered += definitionTokens(asked.tools);
      return budgeted.ask(asked, stops);
    };
    // A user who selects one of these models wants scripts, so `codeMode.mode`, which applies to other models, does not
    // count.
    const isPlain = parted.functions.length === 0 || forced || !offersCode(rules?.mode ?? defaultRules.mode);
    const scripted = { messages, ...parted, parallel: true, about, ...(typeCheck && { typeCheck }) };
    const { calls } = isPlain
      ? await budgeted.ask({ messages, tools: parted.tools, asTools: true, isLater: false }, signal)
      : await this.#answerBy(model, scripted, ask, reply, signal);
    const { spent, total } = budgeted;
    reply.end(calls, spent);
    this.#tokens.spent(
      total,
      calls.map(({ id }) => id),
    );
    if (isPlain) return;
    const plain = tokensOf(messages, parted.tools) + reply.tokens;
    log.info(
      `${plainText(model.name)}: ${spent.requests} requests to the model, ${spent.prompt} tokens in, ${spent.completion} out; ` +
        `about ${plain} with its tools as they are. ${total} in this turn.`,
    );
    // If VS Code defers tools for the underlying model, the definitions would have cost nothing.
    const definitions = hasToolSearch(behind) ? 0 : definitionTokens(parted.tools) - offered;
    await usage.addModelRequest(this.#session, definitions);
  }
}

/** Estimates the tokens without serializing the messages, which may hold megabytes. */
function tokensOf(messages: readonly JsonObject[], tools: readonly JsonObject[]): number {
  return messages.reduce((sum, message) => sum + valueTokens(message), definitionTokens(tools));
}

function definitionTokens(tools: readonly JsonObject[]): number {
  return textTokens(JSON.stringify(tools));
}

/** Returns a test for tools that Code Mode must not call; VS Code offers them to the model unchanged. */
function excludedTools(rules: ModelRules | undefined): Parameters<typeof partTools>[1] {
  const { excluded, blocked } = routingRules();
  const patterns = new RoutingPatterns([...excluded, ...blocked, ...(rules?.excluded ?? [])], 'all');
  return (tool) => patterns.find(tool) !== undefined;
}
