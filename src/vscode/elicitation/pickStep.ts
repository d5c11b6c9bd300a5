// A step in which the user picks one of a few answers. Text that does not fit into the title stands above the answers
// as lines that give no answer: Enter on the first of them does nothing, so a user who was typing elsewhere agrees to
// nothing.
import * as vscode from 'vscode';
import { plainLabel, wrapLines } from '../labelText.ts';
import { quickStep, type StepAnswer, type StepFrame } from './quickStep.ts';

export interface PickOption<Value> {
  readonly label: string;
  readonly description?: string;
  readonly value: Value;
}

export interface Pick<Value> {
  readonly placeholder: string;
  /** Texts above the answers, each under its heading, wrapped and never cut. */
  readonly texts?: readonly { readonly heading: string; readonly text: string }[];
  readonly options: readonly PickOption<Value>[];
  /** The option that Enter selects; if undefined, Enter applies to the first line. */
  readonly active?: PickOption<Value> | undefined;
}

interface PickItem<Value> extends vscode.QuickPickItem {
  readonly option?: PickOption<Value>;
}

export async function pickStep<Value>(
  frame: StepFrame,
  { placeholder, texts = [], options, active }: Pick<Value>,
): Promise<StepAnswer<Value>> {
  const input = vscode.window.createQuickPick<PickItem<Value>>();
  const rule: PickItem<Value> = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const items = options.map((option): PickItem<Value> => {
    const { label, description } = option;
    return {
      label: plainLabel(label),
      ...(description !== undefined && { description: plainLabel(description) }),
      option,
    };
  });
  // The separator has no label, because a label would take space from the line below it.
  const lines = texts
    .flatMap(({ heading, text }) => [heading, ...wrapLines(text), undefined])
    .map((line): PickItem<Value> =>
      line === undefined ? rule : { label: plainLabel(line), alwaysShow: true },
    );
  input.items = [...lines, ...items];
  input.placeholder = placeholder;
  const first = items.find(({ option }) => option === active);
  if (active && first) input.activeItems = [first];
  return quickStep(input, frame, ({ selectedItems: [item] }) => item?.option);
}
