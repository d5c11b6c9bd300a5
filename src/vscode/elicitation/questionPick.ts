// Asks a question in the editor's quick pick. Unlike a dialog, a quick pick can be closed when the answer is no longer
// needed. It accepts no answer for half a second after it appears or is filtered, because the user may be typing.
import { addAbortListener } from 'node:events';
import * as vscode from 'vscode';
import { AcceptDelay } from './acceptDelay.ts';

/** Time for which Enter does nothing, in milliseconds. */
const deafMs = 500;

/** A row of the list; the owner of the question gives it what an answer needs. */
export interface PickRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** True if the row is a separator with the label as its heading. */
  readonly isHeading?: boolean;
}

interface PickedQuestion<Row extends PickRow, Answer> {
  readonly title: string;
  readonly placeholder: string;
  readonly rows: readonly Row[];
  /** The row that Enter selects; the first row if undefined. */
  readonly active?: Row;
  /** Returns the answer for a picked row, or undefined if the question stays open. */
  readonly answerOf: (row: Row) => Answer | undefined;
  /** The answer of a user who closes the question. */
  readonly closed: Answer;
  /** The question closes when this signal aborts. */
  readonly signal?: AbortSignal;
  /** Called when the user acts on the question. */
  readonly onActivity?: () => void;
}

/** Resolves to the answer, or to undefined if `signal` aborted. */
export async function pickAnswer<Row extends PickRow, Answer>(
  question: PickedQuestion<Row, Answer>,
): Promise<Answer | undefined> {
  const { title, placeholder, rows, active, answerOf, closed, signal, onActivity } = question;
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const deaf = new AcceptDelay(deafMs);
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly row: Row }>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = rows.map((row) => ({
    ...row,
    ...(row.isHeading && { kind: vscode.QuickPickItemKind.Separator }),
    row,
  }));
  if (active) pick.activeItems = pick.items.filter(({ row }) => row === active);
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
    const answer = chosen && deaf.isOver ? answerOf(chosen.row) : undefined;
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
