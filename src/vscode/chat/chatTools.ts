// The language-model tools of Code Mode: `executeCode` runs a script and formats the outcome for the model, `findTools`
// returns callable paths with signatures. `executeCode` requests no confirmation from VS Code, because the tool cannot
// learn whether VS Code has shown one; only Code Mode asks (docs/decisions/0019-consents.md).
import * as vscode from 'vscode';
import type { ContentBlock } from '../../base/contentBlock.ts';
import {
  answerFindTools,
  bytesRead,
  defaultBudget,
  shownTitle,
  withoutNulls,
  type FindToolsInput,
  type TextBudget,
} from '../../engine/index.ts';
import { formatResult, displayText } from '../../engine/formatting/index.ts';
import { abortSignalOf } from '../cancellation.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { invocationMessageOf, openTrace, showRunOutput } from '../runs/liveTexts.ts';
import type { EditorRuns } from '../runs/editorRuns.ts';
import { longestChatText, mode, offersScripts } from '../settings.ts';
import { chatDoorOf, type EditorUsage } from '../usage/editorUsage.ts';
import { allChats, chatSessionOf } from './chatSessionOf.ts';
import { runChatScript } from './runChatScript.ts';

export interface ChatParts {
  readonly editor: EditorEngine;
  readonly approvals: EditorApprovals;
  readonly runs: EditorRuns;
  readonly usage: EditorUsage;
}

/** The input as the model sent it. VS Code does not validate it against the schema. */
interface ExecuteCodeInput {
  readonly code?: unknown;
  readonly title?: unknown;
  readonly args?: unknown;
  readonly timeoutMs?: unknown;
  readonly resume?: unknown;
}

/** Maximum time to look up tools for the progress line, in milliseconds; it names no tools of slower servers. */
const PREVIEW_MS = 500;

export function executeCodeTool(parts: ChatParts): vscode.LanguageModelTool<ExecuteCodeInput> {
  const { editor, approvals, runs, usage } = parts;
  return {
    prepareInvocation: async ({ input: { code, title } }, token) => {
      using owned = abortSignalOf(token);
      // VS Code reads this line once, before the run has an id, so its link identifies the run by code and time.
      const announced = { codeHash: editor.workbench.redactor.codeHash(String(code)), after: Date.now() };
      const tools = await editor.engine.preview(code, owned.signal, PREVIEW_MS);
      const text = invocationMessageOf(tools, announced, shownTitle({ code, title }));
      const message = new vscode.MarkdownString(text, true);
      message.isTrusted = { enabledCommands: [openTrace, showRunOutput] };
      return { invocationMessage: message };
    },
    invoke: async (options, token) => {
      if (!offersScripts()) return refusal();
      using owned = abortSignalOf(token);
      const { code, title, args, timeoutMs, resume } = withoutNulls(options.input);
      const { toolInvocationToken: invocationToken } = options;
      const session = chatSessionOf(invocationToken);
      using metered = usage.begin(session);
      const outcome = await runChatScript(runs, {
        script: { code, title, args, timeoutMs, session, invocationToken, origin: { door: 'chat' } },
        resume,
        approver: approvals.forChat(session === allChats ? undefined : session),
        observer: metered,
        signal: owned.signal,
      });
      const { text, pictures } = await formatResult(outcome, budgetOf(options, token), (value, size) =>
        editor.workbench.results.keep(session, value, size, outcome.origins),
      );
      const beside: readonly ContentBlock[] = [...pictures, ...outcome.displays];
      void metered.ended(chatDoorOf(code), bytesRead(text, beside));
      return resultOf(text, ...beside.map(partOf));
    },
  };
}

export function findToolsTool({ editor, usage }: ChatParts): vscode.LanguageModelTool<FindToolsInput> {
  return {
    prepareInvocation: ({ input: { query } }) => ({
      invocationMessage:
        typeof query === 'string' && query !== ''
          ? vscode.l10n.t('Finding tools for "{0}"', query.slice(0, 80))
          : vscode.l10n.t('Listing tools'),
    }),
    invoke: async (options, token) => {
      if (!offersScripts()) return refusal();
      using owned = abortSignalOf(token);
      using metered = usage.begin(chatSessionOf(options.toolInvocationToken));
      const budget = budgetOf(options, token);
      const text = await answerFindTools(editor.engine, options.input, budget, owned.signal);
      // A search counts for the same kind of chat as the script that follows, so this call passes none.
      void metered.ended(undefined, bytesRead(text));
      return resultOf(text);
    },
  };
}

/**
 * Returns the result of a call that `codeMode.mode` excludes. VS Code omits the tools from chat requests (`when` in the
 * manifest) but still lists them to extensions, and a chat that began earlier may still call them.
 */
function refusal(): vscode.LanguageModelToolResult {
  return resultOf(`Code Mode is not offered here: codeMode.mode is "${mode()}". Use other tools.`);
}

type ResultPart = vscode.LanguageModelTextPart | vscode.LanguageModelDataPart;

function resultOf(text: string, ...beside: readonly ResultPart[]): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text), ...beside]);
}

/** Returns an image as an image part, and any other content as text, because a model cannot see it. */
function partOf(block: ContentBlock): ResultPart {
  return block.type === 'image'
    ? vscode.LanguageModelDataPart.image(Buffer.from(block.data, 'base64'), block.mimeType)
    : new vscode.LanguageModelTextPart(displayText(block));
}

/** Returns the space for text in a chat request, measured with the tokenizer of the request's model. */
function budgetOf(
  { tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<unknown>,
  token: vscode.CancellationToken,
): TextBudget {
  // Another extension may call the tool without tokenization options.
  if (!tokenizationOptions) return defaultBudget;
  const characters = longestChatText();
  return {
    tokens: tokenizationOptions.tokenBudget,
    ...(characters !== undefined && { characters }),
    count: (text) => tokenizationOptions.countTokens(text, token),
  };
}
