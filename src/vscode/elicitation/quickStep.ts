// One step of a question in the editor's quick input: shown, answered once, taken away. Every step can be gone back from,
// declined, and silenced.
import { addAbortListener } from 'node:events';
import * as vscode from 'vscode';
import type { QuestionContext, Declined } from '../../mcp/elicitation/userInteraction.ts';
import { shownLine } from '../../base/text/plainText.ts';

/** Who asks: a server, whose question can be declined and silenced; or the user themselves, who began it. */
type Asking = Pick<QuestionContext, 'server' | 'signal'> | { readonly server?: undefined; readonly signal: AbortSignal };

/** What a step shows of the whole. */
export interface StepFrame {
  readonly asking: Asking;
  /** Why the server asks; of the user's own question what it is about. */
  readonly message: string;
  /** From 1; absent where there is one step only. */
  readonly step?: number;
  readonly totalSteps?: number;
}

export type StepAnswer<Value> = { readonly action: 'next'; readonly value: Value } | { readonly action: 'back' } | Declined;

type StepInput = vscode.QuickInput & Pick<vscode.InputBox, 'buttons' | 'onDidTriggerButton' | 'onDidAccept'>;

const declineButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('circle-slash'), tooltip: 'Decline' };
const muteButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('bell-slash'),
  tooltip: "Decline and Don't Ask Again for This Server in This Run",
};

/** Longer ones are cut by the title bar. */
const longestTitle = 150;

/** Whether the title has room for all that the server says. */
export function fitsTitle(frame: Pick<StepFrame, 'asking' | 'message'>): boolean {
  return !frame.message.includes('\n') && titleOf(frame).length <= longestTitle;
}

function titleOf({ asking, message }: Pick<StepFrame, 'asking' | 'message'>): string {
  return asking.server === undefined ? message : `MCP server "${asking.server}": ${message}`;
}

/** `accept` gives the answer, or nothing as long as what is there cannot be accepted. */
export async function quickStep<Input extends StepInput, Value>(
  input: Input,
  frame: StepFrame,
  accept: (input: Input) => { readonly value: Value } | undefined,
): Promise<StepAnswer<Value>> {
  const { asking, step, totalSteps } = frame;
  const { promise, resolve } = Promise.withResolvers<StepAnswer<Value>>();
  input.title = shownLine(titleOf(frame), longestTitle);
  input.step = step;
  input.totalSteps = totalSteps;
  input.ignoreFocusOut = true;
  const canGoBack = step !== undefined && step > 1;
  const ofServer = asking.server === undefined ? [] : [declineButton, muteButton];
  input.buttons = [...(canGoBack ? [vscode.QuickInputButtons.Back] : []), ...ofServer];
  input.onDidTriggerButton((button) => {
    if (button === vscode.QuickInputButtons.Back) resolve({ action: 'back' });
    else resolve({ action: button === muteButton ? 'mute' : 'decline' });
  });
  input.onDidAccept(() => {
    const accepted = accept(input);
    if (accepted) resolve({ action: 'next', value: accepted.value });
  });
  const cancel = () => resolve({ action: 'cancel' });
  input.onDidHide(cancel);
  using _cancelling = addAbortListener(asking.signal, cancel);
  try {
    if (asking.signal.aborted) return { action: 'cancel' };
    input.show();
    return await promise;
  } finally {
    input.dispose();
  }
}
