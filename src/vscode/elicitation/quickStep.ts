// Shows one step of a question in the editor's quick input, waits for one answer and removes the step. A user can go
// back to the step before, and can decline or silence a server's question.
import { addAbortListener } from 'node:events';
import * as vscode from 'vscode';
import type { QuestionContext, Declined } from '../../mcp/elicitation/index.ts';
import { shownLine } from '../../base/text/plainText.ts';

/** The asker: a server, whose questions can be declined and silenced, or the user, who started the command. */
type Asking =
  Pick<QuestionContext, 'server' | 'signal'> | { readonly server?: undefined; readonly signal: AbortSignal };

/** The context that a step shows. */
export interface StepFrame {
  readonly asking: Asking;
  /** The reason that the server gives; for the user's own command, the subject of the question. */
  readonly message: string;
  /** Number of this step, from 1; absent if there is only one step. */
  readonly step?: number;
  readonly totalSteps?: number;
}

export type StepAnswer<Value> =
  { readonly action: 'next'; readonly value: Value } | { readonly action: 'back' } | Declined;

type StepInput = vscode.QuickInput & Pick<vscode.InputBox, 'buttons' | 'onDidTriggerButton' | 'onDidAccept'>;

const declineButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('circle-slash'),
  tooltip: vscode.l10n.t('Decline'),
};
const muteButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('bell-slash'),
  tooltip: vscode.l10n.t("Decline and Don't Ask Again for This Server in This Run"),
};

/** Maximum length of a title in characters; the title bar cuts longer ones. */
const longestTitle = 150;

/** True if the title shows the server's whole message. */
export function fitsTitle(frame: Pick<StepFrame, 'asking' | 'message'>): boolean {
  return !frame.message.includes('\n') && titleOf(frame).length <= longestTitle;
}

function titleOf({ asking, message }: Pick<StepFrame, 'asking' | 'message'>): string {
  return asking.server === undefined
    ? message
    : vscode.l10n.t('MCP server "{0}": {1}', asking.server, message);
}

/** `accept` returns the answer, or undefined while the input is not acceptable. */
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

/**
 * Asks for the values of all items, one step each; the user can go back. Resolves to undefined after the last step, or
 * to the answer of a user who gave up. `values`: the present values, which the steps update.
 */
export async function askInSteps<Item extends object, Value>(
  items: readonly Item[],
  values: Map<Item, Value | undefined>,
  frame: Pick<StepFrame, 'asking' | 'message'>,
  ask: (item: Item, value: Value | undefined, frame: StepFrame) => Promise<StepAnswer<Value | undefined>>,
): Promise<Declined | undefined> {
  for (let index = 0; ;) {
    const item = items[index];
    if (!item) return undefined;
    const numbered = items.length > 1 && { step: index + 1, totalSteps: items.length };
    const answer = await ask(item, values.get(item), { ...frame, ...numbered });
    if (answer.action === 'back') index -= 1;
    else if (answer.action !== 'next') return answer;
    else {
      values.set(item, answer.value);
      index += 1;
    }
  }
}

/** The texts are safe for labels (`plainLabel`). */
interface TypedText {
  readonly prompt: string;
  readonly placeholder: string;
  /** The text at first. */
  readonly value: string;
  readonly isSecret?: boolean;
}

/** A step in which the user types a text, which is checked with each key and not accepted while there is a problem. */
export function typeStep<Value>(
  frame: StepFrame,
  { prompt, placeholder, value, isSecret = false }: TypedText,
  read: (text: string) => { readonly value: Value } | { readonly problem: string },
): Promise<StepAnswer<Value>> {
  const input = vscode.window.createInputBox();
  input.prompt = prompt;
  input.placeholder = placeholder;
  input.value = value;
  input.password = isSecret;
  const check = () => {
    const found = read(input.value);
    input.validationMessage = 'problem' in found ? found.problem : undefined;
    return 'value' in found ? found : undefined;
  };
  input.onDidChangeValue(check);
  return quickStep(input, frame, check);
}
