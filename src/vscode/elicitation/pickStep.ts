// A step in which the user picks one of a few answers. Text that does not fit into the title stands above the answers
// as lines that give no answer: Enter on the first of them does nothing, so a user who was typing elsewhere agrees to
// nothing.
import * as vscode from 'vscode';
import { stringifyExact } from '../../base/exactJson.ts';
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

export const yesOrNo: readonly PickOption<boolean>[] = [
  { label: vscode.l10n.t('Yes'), value: true },
  { label: vscode.l10n.t('No'), value: false },
];

interface PickItem<Value> extends vscode.QuickPickItem {
  readonly option?: PickOption<Value>;
}

/** A step in which the user picks a value, or skips one that is not required. `value`: the present value. */
export function pickValue<Value>(
  frame: StepFrame,
  placeholder: string,
  choices: readonly PickOption<Value>[],
  { required, value }: { readonly required: boolean; readonly value: Value | undefined },
): Promise<StepAnswer<Value | undefined>> {
  const leaveOut = { label: vscode.l10n.t('Skip'), description: 'optional', value: undefined };
  const options = [...choices, ...(required ? [] : [leaveOut])];
  const isPresent = (option: PickOption<unknown>) => stringifyExact(option.value) === stringifyExact(value);
  return pickStep(frame, { placeholder, options, active: options.find(isPresent) ?? options[0] });
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
