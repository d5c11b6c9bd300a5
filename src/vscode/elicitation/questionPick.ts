// A question in the editor's quick pick: it can be closed when the answer is no longer needed, which a dialog cannot, and takes no answer
// for half a second after it is seen or filtered, since it may come up under the hands of a typing user.
import { addAbortListener } from 'node:events';
import * as vscode from 'vscode';
import { AcceptDelay } from './acceptDelay.ts';

/** Milliseconds for which Enter does nothing. */
const deafMs = 500;

interface PickedQuestion<Item extends vscode.QuickPickItem, Answer> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Item[];
  /** The item that Enter takes; without it the first. */
  readonly active?: Item | undefined;
  /** The answer that picking an item gives; undefined for an item that leaves the question open. */
  readonly answerOf: (item: Item) => Answer | undefined;
  /** The answer of a user who closes the question. */
  readonly closed: Answer;
  /** The question closes when it is aborted. */
  readonly signal?: AbortSignal;
  /** Called when the user does something with the question. */
  readonly onActivity?: () => void;
}

/** Undefined where `signal` aborted. */
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
  // The first comes when the rows are drawn.
  pick.onDidChangeActive(() => {
    deaf.seen();
    onActivity?.();
  });
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    // A row that stays selected could not be clicked again.
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
