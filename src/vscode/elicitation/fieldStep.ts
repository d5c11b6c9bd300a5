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
import { pickValue, yesOrNo } from './pickStep.ts';
import { plainLabel } from '../labelText.ts';
import { quickStep, typeStep, type StepAnswer, type StepFrame } from './quickStep.ts';

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
      return pickValue<FieldValue>(frame, asked(field), yesOrNo, { required: field.required, value });
    case 'choice': {
      const choices = field.choices.map((choice) => ({
        label: choice.title,
        value: choice.value,
        ...(choice.title !== choice.value && { description: choice.value }),
      }));
      return pickValue<FieldValue>(frame, asked(field), choices, { required: field.required, value });
    }
    case 'choices':
      return pickMany(field, value, frame);
  }
}

function typeField(field: TypedField, value: FieldValue | undefined, frame: StepFrame): Promise<FieldAnswer> {
  const { title, required } = field;
  const sentences = [
    frame.asking.server === undefined ? '' : frame.message,
    asked(field),
    allowedValuesText(field),
  ];
  const text = {
    prompt: plainLabel(sentences.filter((sentence) => sentence !== '').join(' — ')),
    placeholder: required ? title : vscode.l10n.t('{0} (optional; leave empty to skip)', title),
    value: value === undefined ? '' : String(value),
  };
  return typeStep(frame, text, (typed) => {
    const read = typedValue(field, typed);
    return read.ok ? read : { problem: plainLabel(read.problem) };
  });
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
