// Asks a question in the editor's quick pick. Unlike a dialog, a quick pick can be closed when the answer is no longer
// needed. It accepts no answer for half a second after it appears or is filtered, because the user may be typing.
import { addAbortListener } from 'node:events';
import * as vscode from 'vscode';
import { AcceptDelay } from './acceptDelay.ts';

/** Time for which Enter does nothing, in milliseconds. */
const deafMs = 500;

interface PickedQuestion<Item extends vscode.QuickPickItem, Answer> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Item[];
  /** The item that Enter selects; the first item if undefined. */
  readonly active?: Item | undefined;
  /** Returns the answer for a picked item, or undefined if the question stays open. */
  readonly answerOf: (item: Item) => Answer | undefined;
  /** The answer of a user who closes the question. */
  readonly closed: Answer;
  /** The question closes when this signal aborts. */
  readonly signal?: AbortSignal;
  /** Called when the user acts on the question. */
  readonly onActivity?: () => void;
}

/** Resolves to the answer, or to undefined if `signal` aborted. */
export async function pickAnswer<Item extends vscode.QuickPickItem, Answer>(
  question: PickedQuestion<Item, Answer>,
): Promise<Answer | undefined> {
  const { title, placeholder, items, active, answerOf, closed, signal, onActivity } = question;
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const deaf = new AcceptDelay(deafMs);
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = items;
  if (active) pick.activeItems = [active];
  pick.onDidChangeValue(() => {
    deaf.restart();
    onActivity?.();
  });
  // The first of these events comes when the rows are drawn.
  pick.onDidChangeActive(() => {
    deaf.seen();
    onActivity?.();
  });
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    // Without the reset, a click on the same row would raise no event.
    pick.selectedItems = [];
    const answer = chosen && deaf.isOver ? answerOf(chosen) : undefined;
    if (answer !== undefined) resolve(answer);
  });
  pick.onDidHide(() => resolve(closed));
  using _closing = signal && addAbortListener(signal, () => resolve(undefined));
  try {
    if (signal?.aborted) return undefined;
    pick.show();
    return await promise;
  } finally {
    pick.dispose();
  }
}
