// Implements the chat participant `@code`. It answers in stages with the selected model, so that models with weak or no
// tool calling can use tools too.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { rejectOnAbort } from '../../base/withTimeout.ts';
import { displayText, formatResult } from '../../engine/formatting/index.ts';
import {
  defaultBudget,
  isScriptMistake,
  textTokens,
  bytesRead,
  SparedCalls,
  type Engine,
  type RunStage,
  type TextBudget,
} from '../../engine/index.ts';
import { stagesAfterRun, answerInStages } from '../../models/index.ts';
import { markdownText } from '../../base/text/plainText.ts';
import { abortSignalOf } from '../cancellation.ts';
import { allChats, chatSessionOf } from '../chat/chatSessionOf.ts';
import type { ChatParts } from '../chat/chatTools.ts';
import { openTrace } from '../runs/liveTexts.ts';
import { askOf } from '../provider/askOf.ts';
import { ChatReply } from '../provider/chatReply.ts';
import { rulesOf } from '../provider/offeredModels.ts';
import { hasToolSearch } from '../usage/hasToolSearch.ts';
import { mode } from '../settings.ts';
import { historyOf, promptOf } from './chatPrompt.ts';
import { codeOffer } from './codeOffer.ts';

/** Maximum time to wait for servers to list their tools, in milliseconds; this answer omits slower servers. */
const patienceMs = 15_000;
/** Maximum length of a progress line in characters. */
const longestLine = 600;
/** Share of the model's input tokens that the result of a script may take. */
const shareOfResults = 0.25;

export async function answerAsCode(
  session: ChatParts,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  using owned = abortSignalOf(token);
  const { signal } = owned;
  try {
    const { engine, catalog } = session.editor;
    const { model } = request;
    const rules = await rejectOnAbort(rulesOf(model), signal);
    const offer = codeOffer({ engine, catalog, mode: mode(), rules, model: model.name });
    if (offer.kind === 'refused')
      return { errorDetails: { message: markdownText(offer.message, longestLine) } };
    if (request.prompt.trim() === '') {
      stream.markdown(l10n.t('Ask for something that your tools can do: `@code how many issues are open?`'));
      return {};
    }
    return await answerWith(offer.engine, session, request, context, stream, signal);
  } catch (error) {
    if (signal.aborted) return {};
    throw error;
  }
}

async function answerWith(
  engine: Engine,
  session: ChatParts,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  engine.warm();
  stream.progress(l10n.t('Listing tools'));
  const snapshot = await engine.snapshot({ servers: 'all', signal, timeoutMs: patienceMs });
  const chat = chatSessionOf(request.toolInvocationToken);
  const { ran, run } = runnerOf(session, request, { engine, chat });
  const progress = (line: string) => stream.progress(markdownText(line, longestLine));
  const reply = new ChatReply({
    report: (part) => part instanceof vscode.LanguageModelTextPart && stream.markdown(part.value),
  });
  const style = request.command === 'calls' ? 'calls' : 'script';
  const [prompt, history] = [promptOf(request), historyOf(context)];
  const outcome = await answerInStages(
    {
      ask: askOf(request.model, [], {
        reply,
        justification: l10n.t('Code Mode answers @code with your tools.'),
        onRetry: progress,
      }),
      finder: engine.finder,
      snapshot,
      run,
      observer: {
        onStep: progress,
        onProgress: progress,
        onText: (piece) => reply.say(piece),
      },
    },
    { prompt, history, style, signal },
  );
  const { stages, kind } = outcome;
  const asked = textTokens(JSON.stringify([...history, { role: 'user', content: prompt }]));
  const turn = { stages, isAnswered: kind === 'answered', asked, hasCalled: ran.hasCalled };
  void session.usage.addTurn(chat, turn, hasToolSearch(request.model));
  if (ran.last !== undefined) await session.editor.runs.addStages(ran.last, stagesAfterRun(stages));
  // A button before the answer would stand among the progress steps, which VS Code folds.
  if (ran.lastStarted !== undefined)
    stream.button({ command: openTrace, title: l10n.t('Open Run'), arguments: [ran.lastStarted] });
  const metadata = { stages };
  if (outcome.kind !== 'failed') return { metadata };
  return { metadata, errorDetails: { message: l10n.t('The language model failed: {0}', outcome.problem) } };
}

interface RanScripts {
  /** ID of the record of the last script. */
  last?: string;
  /** ID of the record of the last script that was not refused as wrong. */
  lastStarted?: string;
  /** True once a script called a tool. */
  hasCalled: boolean;
}

/**
 * Runs scripts like the chat's own tool: with the same consents, shown and recorded in the same places. `ran` says what
 * has run so far.
 */
function runnerOf(
  { editor, approvals, runs, usage }: ChatParts,
  { toolInvocationToken, model, command }: vscode.ChatRequest,
  { engine, chat }: { readonly engine: Engine; readonly chat: string },
) {
  const { results } = editor.workbench;
  const budget: TextBudget = {
    ...defaultBudget,
    tokens: Math.min(defaultBudget.tokens, Math.floor(model.maxInputTokens * shareOfResults)),
  };
  const ran: RanScripts = { hasCalled: false };
  return {
    ran,
    run: async (code: string, stages: readonly RunStage[], signal: AbortSignal) => {
      const calls = new SparedCalls();
      const origin = { door: 'chat', name: '@code' } as const;
      const script = { code, stages, session: chat, invocationToken: toolInvocationToken, origin };
      const outcome = await runs.run({
        from: 'chat',
        work: { kind: 'script', script, engine },
        approver: approvals.forChat(chat === allChats ? undefined : chat),
        observer: calls,
        signal,
      });
      const isMistake = isScriptMistake(outcome);
      if (outcome.runId !== undefined) ran.last = outcome.runId;
      if (outcome.runId !== undefined && !isMistake) ran.lastStarted = outcome.runId;
      ran.hasCalled ||= calls.hasCalled;
      // In this case the model lists the calls itself and reads their results, so the run saved it nothing.
      const isOfCalls = command === 'calls' || stages.at(-1)?.stage === 'call';
      const words = async () => {
        const { text } = await formatResult(outcome, budget, (value, size) =>
          results.keep(chat, value, size, outcome.origins),
        );
        const said = [text, ...outcome.displays.map(displayText)].join('\n\n');
        if (!isOfCalls) void usage.addTurnScript(chat, calls, bytesRead(said));
        return said;
      };
      return { ...outcome, isMistake, words };
    },
  };
}
