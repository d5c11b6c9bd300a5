// The chat participant `@code`: answers in stages with the model of the picker, also one that calls tools badly or not at all.
import type * as vscode from 'vscode';
import type { RunStage } from '../../engine/runJournal.ts';
import { displayText } from '../../engine/formatting/displayText.ts';
import { formatResult } from '../../engine/formatting/formatResult.ts';
import { defaultBudget, type TextBudget } from '../../engine/textBudget.ts';
import { stagesAfterRun } from '../../staged/stageLog.ts';
import { answerInStages } from '../../staged/stagedTurn.ts';
import { isScriptMistake } from '../../staged/scriptMistake.ts';
import type { ScriptRun, StagedOutcome, StagedParts } from '../../staged/stagedRequest.ts';
import { markdownText } from '../../text/plainText.ts';
import { abortSignalOf } from '../cancellation.ts';
import { allChats, chatSessionOf } from '../chat/chatSessionOf.ts';
import type { EditorSession } from '../editorSession.ts';
import { openTrace } from '../runs/runTexts.ts';
import { mode, offersScripts } from '../settings.ts';
import { historyOf, promptOf } from './chatPrompt.ts';
import { modelPortOf } from './languageModel.ts';

/** Servers that take longer to list their tools are left out of this answer. */
const patienceMs = 15_000;
/** Characters of a progress line. */
const longestLine = 600;
/** Of what a model can read, the share that results may take. */
const shareOfResults = 0.25;

type Session = Pick<EditorSession, 'editor' | 'approvals' | 'runs'>;

export async function answerAsCode(
  session: Session,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  if (!offersScripts()) return { errorDetails: { message: `Code Mode is not offered here: codeMode.mode is "${mode()}".` } };
  if (request.prompt.trim() === '') {
    stream.markdown('Ask for something that your tools can do: `@code how many issues are open?`');
    return {};
  }
  using owned = abortSignalOf(token);
  const { signal } = owned;
  const { engine } = session.editor;
  engine.warm();
  stream.progress('Listing tools');
  try {
    const snapshot = await engine.snapshot({ servers: 'all', signal, timeoutMs: patienceMs });
    const { recorded, ...runner } = runnerOf(session, request);
    const ran: string[] = [];
    const progress = (line: string) => stream.progress(markdownText(line, longestLine));
    const observer: StagedParts['observer'] = {
      onStep: progress,
      onProgress: progress,
      onText: (piece) => stream.markdown(piece),
      onRun: (id) => void ran.push(id),
    };
    const parts: StagedParts = { model: modelPortOf(request.model, progress), finder: engine.finder, snapshot, ...runner, observer };
    const style = request.command === 'calls' ? 'calls' : 'script';
    const outcome = await answerInStages(parts, { prompt: promptOf(request), history: historyOf(context), style, signal });
    const { stages } = outcome;
    const [lastRecorded, lastRan] = [recorded.at(-1), ran.at(-1)];
    if (lastRecorded !== undefined) {
      await session.editor.runs.addStages(lastRecorded, stagesAfterRun(stages));
    }
    // Before the answer it would be among the steps, which VS Code folds.
    if (lastRan !== undefined) stream.button({ command: openTrace, title: 'Open Run', arguments: [lastRan] });
    return resultOf(outcome);
  } catch (error) {
    if (signal.aborted) return {};
    throw error;
  }
}

/** Runs scripts as the chat's own tool does: with the same consents, shown and recorded in the same places. `recorded`: the ids of all. */
function runnerOf({ editor, approvals, runs }: Session, { toolInvocationToken, model }: vscode.ChatRequest) {
  const chat = chatSessionOf(toolInvocationToken);
  const { engine, results } = editor;
  const budget: TextBudget = {
    ...defaultBudget,
    tokens: Math.min(defaultBudget.tokens, Math.floor(model.maxInputTokens * shareOfResults)),
  };
  const recorded: string[] = [];
  return {
    recorded,
    run: async (code: string, stages: readonly RunStage[], signal: AbortSignal): Promise<ScriptRun> => {
      const run = runs.start({ from: 'chat', approver: approvals.forChat(chat === allChats ? undefined : chat), signal });
      const origin = { door: 'chat', name: '@code' } as const;
      const request = { code, stages, session: chat, invocationToken: toolInvocationToken, origin, ...run.request };
      const outcome = await run.settled(engine.execute(request));
      if (outcome.runId !== undefined) recorded.push(outcome.runId);
      const words = async () => {
        const { text } = await formatResult(outcome, budget, (value, size) => results.keep(chat, value, size));
        return [text, ...outcome.displays.map(displayText)].join('\n\n');
      };
      return { ...outcome, isMistake: isScriptMistake(outcome), words };
    },
  };
}

function resultOf(outcome: StagedOutcome): vscode.ChatResult {
  const { stages, kind } = outcome;
  const metadata = { stages };
  if (kind !== 'failed') return { metadata };
  return { metadata, errorDetails: { message: `The language model failed: ${outcome.problem}` } };
}
