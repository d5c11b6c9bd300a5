// Asks for one field of a form in one step of the quick input. The user types the value, which is checked at every key,
// or picks it.
import * as vscode from 'vscode';
import {
  choicesProblem,
  allowedValuesText,
  typedValue,
  type ChoicesField,
  type FieldValue,
  type FormField,
  type TypedField,
} from '../../mcp/elicitation/index.ts';
import { pickStep, type PickOption } from './pickStep.ts';
import { plainLabel } from '../labelText.ts';
import { quickStep, type StepAnswer, type StepFrame } from './quickStep.ts';

/** The value is undefined for a field that the user skips. */
type FieldAnswer = StepAnswer<FieldValue | undefined>;

/** `value`: the current value of the field. */
export function fieldStep(
  field: FormField,
  value: FieldValue | undefined,
  frame: StepFrame,
): Promise<FieldAnswer> {
  switch (field.kind) {
    case 'text':
    case 'number':
      return typeField(field, value, frame);
    case 'flag':
      return pickField(field, value, frame, [
        { label: vscode.l10n.t('Yes'), value: true },
        { label: vscode.l10n.t('No'), value: false },
      ]);
    case 'choice':
      return pickField(
        field,
        value,
        frame,
        field.choices.map((choice) => ({
          label: choice.title,
          value: choice.value,
          ...(choice.title !== choice.value && { description: choice.value }),
        })),
      );
    case 'choices':
      return pickMany(field, value, frame);
  }
}

function typeField(field: TypedField, value: FieldValue | undefined, frame: StepFrame): Promise<FieldAnswer> {
  const input = vscode.window.createInputBox();
  const sentences = [
    frame.asking.server === undefined ? '' : frame.message,
    asked(field),
    allowedValuesText(field),
  ];
  input.prompt = plainLabel(sentences.filter((text) => text !== '').join(' — '));
  input.value = value === undefined ? '' : String(value);
  input.placeholder = placeholderOf(field);
  const check = () => {
    const read = typedValue(field, input.value);
    input.validationMessage = read.ok ? undefined : plainLabel(read.problem);
    return read;
  };
  input.onDidChangeValue(check);
  return quickStep(input, frame, () => {
    const read = check();
    return read.ok ? { value: read.value } : undefined;
  });
}

function pickField(
  field: FormField,
  value: FieldValue | undefined,
  frame: StepFrame,
  choices: readonly PickOption<FieldValue>[],
): Promise<FieldAnswer> {
  const leaveOut: PickOption<undefined> = {
    label: vscode.l10n.t('Skip'),
    description: 'optional',
    value: undefined,
  };
  const options: readonly PickOption<FieldValue | undefined>[] = [
    ...choices,
    ...(field.required ? [] : [leaveOut]),
  ];
  const active = options.find((option) => option.value === value) ?? options[0];
  return pickStep(frame, { placeholder: asked(field), options, active });
}

async function pickMany(
  field: ChoicesField,
  value: FieldValue | undefined,
  frame: StepFrame,
): Promise<FieldAnswer> {
  const input = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: string }>();
  input.canSelectMany = true;
  input.items = field.choices.map((choice) => ({ label: plainLabel(choice.title), value: choice.value }));
  input.selectedItems = input.items.filter((item) => Array.isArray(value) && value.includes(item.value));
  input.placeholder = asked(field);
  return quickStep(input, frame, ({ selectedItems }) => {
    const problem = choicesProblem(field, selectedItems.length);
    if (problem === undefined)
      return { value: selectedItems.length === 0 ? undefined : selectedItems.map((item) => item.value) };
    input.placeholder = `${problem} ${asked(field)}`;
    return undefined;
  });
}

function asked({ title, description }: FormField): string {
  return description === undefined ? title : `${title}: ${description}`;
}

function placeholderOf({ title, required }: FormField): string {
  return required ? title : vscode.l10n.t('{0} (optional; leave empty to skip)', title);
}
