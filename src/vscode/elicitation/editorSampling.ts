// Answers the sampling requests of servers with the editor's language models, if the user consents.
import * as vscode from 'vscode';
import {
  chooseModel,
  textOfSampling,
  type Mutex,
  type QuestionContext,
  type Declined,
  type Sampling,
  type SamplingAnswer,
  type SamplingRequest,
} from '../../mcp/elicitation/index.ts';
import { cancellationTokenOf } from '../cancellation.ts';
import { pickStep, type PickOption } from './pickStep.ts';
import { errorMessage } from '../../base/errorMessage.ts';

const key = 'codeMode.samplingConsents';
/** Maximum number of characters of the request that the question shows. */
const mostShown = 1_500;
/** Maximum characters per token in any language. Reading stops at a text longer than all requested tokens can be. */
const charactersPerToken = 16;

type Answer = { readonly action: 'accept' } | Declined;
type Consent = 'once' | 'session' | 'always' | 'never' | 'decline' | 'mute';

const options: readonly PickOption<Consent>[] = [
  { label: vscode.l10n.t('Allow Once'), value: 'once' },
  { label: vscode.l10n.t('Allow Until This Window Closes'), value: 'session' },
  { label: vscode.l10n.t('Always Allow for This Server in This Workspace'), value: 'always' },
  { label: vscode.l10n.t('Decline'), value: 'decline' },
  { label: vscode.l10n.t("Decline and Don't Ask Again for This Server in This Run"), value: 'mute' },
  { label: vscode.l10n.t('Never Allow for This Server in This Workspace'), value: 'never' },
];

/** The lasting consents belong to the workspace and are keyed by the server's name and the file that defines it. */
export class EditorSampling implements Sampling {
  readonly #kept: vscode.Memento;
  readonly #questions: Mutex;

  /** `kept`: the state of the workspace. */
  constructor(kept: vscode.Memento, questions: Mutex) {
    this.#kept = kept;
    this.#questions = questions;
  }

  /**
   * Resolves to the user's consent. A second request of the same server waits for its turn and uses the consent that
   * the first one obtained.
   */
  async allow(request: SamplingRequest, asking: QuestionContext): Promise<Answer> {
    return (
      this.#known(asking) ??
      this.#questions.run(async () => this.#known(asking) ?? this.#ask(request, asking))
    );
  }

  async sample(request: SamplingRequest, { server, signal }: QuestionContext): Promise<SamplingAnswer> {
    using cancelling = cancellationTokenOf(signal);
    try {
      const model = await modelFor(request);
      if (!model) return { ok: false, problem: 'the editor has no language model; add or sign in to one' };
      return await answerOf(model, request, server, cancelling.token);
    } catch (error) {
      return { ok: false, problem: `language model failed: ${errorMessage(error)}` };
    }
  }

  /** Forgets all consents, so that later requests ask the user again. */
  async forgetAll(): Promise<void> {
    await this.#kept.update(key, undefined);
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'Access to language models was reset. Code Mode asks again before an MCP server uses one.',
      ),
    );
  }

  async #ask(request: SamplingRequest, asking: QuestionContext): Promise<Answer> {
    const model = await modelFor(request);
    // Without a model there is nothing to allow; `sample` reports the missing model.
    if (!model) return { action: 'accept' };
    const texts = [
      {
        heading: vscode.l10n.t('It wants to send to {0}, at your cost:', model.name),
        text: textOfSampling(request, mostShown),
      },
    ];
    const answer = await pickStep(
      { asking, message: vscode.l10n.t('use your language model?') },
      { placeholder: vscode.l10n.t('Send this, and give the answer to the server?'), texts, options },
    );
    if (answer.action !== 'next') return answer.action === 'back' ? { action: 'cancel' } : answer;
    const consent = answer.value;
    if (consent === 'session' || consent === 'always' || consent === 'never')
      await this.#kept.update(key, {
        ...this.#all(),
        [keyOf(asking)]: consent === 'session' ? thisSession() : consent,
      });
    if (consent === 'decline' || consent === 'never') return { action: 'decline' };
    return { action: consent === 'mute' ? 'mute' : 'accept' };
  }

  /** Returns the answer by the present consent; undefined if the user must be asked. */
  #known(asking: QuestionContext): Answer | undefined {
    const consent = this.#all()[keyOf(asking)];
    if (consent === 'never') return { action: 'decline' };
    return consent === 'always' || consent === thisSession() ? { action: 'accept' } : undefined;
  }

  #all(): Readonly<Record<string, unknown>> {
    return this.#kept.get<Readonly<Record<string, unknown>>>(key, {});
  }
}

async function modelFor({ preferences }: SamplingRequest): Promise<vscode.LanguageModelChat | undefined> {
  return chooseModel(await vscode.lm.selectChatModels(), preferences);
}

async function answerOf(
  model: vscode.LanguageModelChat,
  request: SamplingRequest,
  server: string,
  token: vscode.CancellationToken,
): Promise<SamplingAnswer> {
  const { maxTokens, temperature, stopSequences, systemPrompt, messages } = request;
  const system = systemPrompt === undefined ? [] : [vscode.LanguageModelChatMessage.User(systemPrompt)];
  const response = await model.sendRequest(
    // The stable API has no system role, so the system prompt is a user message.
    [...system, ...messages.map(messageOf)],
    {
      justification: vscode.l10n.t('The MCP server "{0}" requests a language model response.', server),
      // These names are the ones that VS Code's providers use; other providers ignore them.
      modelOptions: {
        max_tokens: maxTokens,
        ...(temperature !== undefined && { temperature }),
        ...(stopSequences && { stop: [...stopSequences] }),
      },
    },
    token,
  );
  let text = '';
  for await (const piece of response.text) {
    text += piece;
    if (text.length > maxTokens * charactersPerToken) break;
  }
  const isWhole = (await model.countTokens(text, token)) < maxTokens;
  return { ok: true, model: model.id, text, stopReason: isWhole ? 'endTurn' : 'maxTokens' };
}

function messageOf({ role, content }: SamplingRequest['messages'][number]) {
  const parts = content.map((block) =>
    block.type === 'text'
      ? new vscode.LanguageModelTextPart(block.text)
      : new vscode.LanguageModelDataPart(Buffer.from(block.data, 'base64'), block.mimeType),
  );
  return role === 'user'
    ? vscode.LanguageModelChatMessage.User(parts)
    : vscode.LanguageModelChatMessage.Assistant(parts);
}

function keyOf({ origin, server }: QuestionContext): string {
  return JSON.stringify([origin, server]);
}

/** Returns the marker of this window, which changes when the window closes or reloads. */
function thisSession(): string {
  return `session ${vscode.env.sessionId}`;
}
