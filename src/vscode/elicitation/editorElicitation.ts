// Asks the user on behalf of a server, in the editor's quick input: a form step by step, or a page to visit.
import * as vscode from 'vscode';
import {
  allowedValuesText,
  choicesProblem,
  contentOf,
  typedValue,
  type ChoicesField,
  type FieldValue,
  type Form,
  type FormField,
  type Page,
  type QuestionContext,
  type Elicitation,
  type FormAnswer,
  type PageAnswer,
  type Declined,
  type Mutex,
  type TypedField,
} from '../../mcp/elicitation/index.ts';
import { plainLabel } from '../labelText.ts';
import { pickStep, pickValue, yesOrNo, type Pick } from './pickStep.ts';
import { askInSteps, fitsTitle, quickStep, typeStep, type StepAnswer, type StepFrame } from './quickStep.ts';

type Answer = { readonly action: 'accept' } | Declined;

const accept = { action: 'accept' } as const;
const muted = {
  label: vscode.l10n.t("Decline and Don't Ask Again for This Server in This Run"),
  value: { action: 'mute' },
} as const;
const declined = { label: vscode.l10n.t('Decline'), value: { action: 'decline' } } as const;

export function editorElicitation(questions: Mutex): Elicitation {
  return {
    fillIn: (form, asking) => questions.run(() => askForm(form, asking)),
    visit: (page, asking) => questions.run(() => askForVisit(page, asking)),
    visited: ({ host, message }, asking) => {
      const accepted = { label: vscode.l10n.t("I'm Done There, Continue"), value: accept };
      const placeholder = vscode.l10n.t('Waiting for you at {0}', host);
      return questions.run(() => ask({ asking, message }, { placeholder, options: [accepted, declined] }));
    },
  };
}

/**
 * Asks for the fields of the form. A step that picks a value shows the message in its title alone, so a form with only
 * such steps shows a longer message in a step of its own first.
 */
async function askForm(form: Form, asking: QuestionContext): Promise<FormAnswer> {
  const { fields, message } = form;
  if (fields.length === 0) return confirm(form, asking, vscode.l10n.t('Accept'));
  const isPicked = fields.every(({ kind }) => kind !== 'text' && kind !== 'number');
  const read =
    isPicked &&
    !fitsTitle({ asking, message }) &&
    (await confirm(form, asking, vscode.l10n.t('Continue to the Form')));
  if (read && read.action !== 'accept') return read;
  const values = new Map<FormField, FieldValue | undefined>(fields.map((field) => [field, field.default]));
  const stopped = await askInSteps(fields, values, { asking, message }, fieldStep);
  return stopped ?? { action: 'accept', content: contentOf(form, (field) => values.get(field)) };
}

/** Shows the message and asks for a confirmation. A form without fields needs no more than this. */
async function confirm({ message }: Form, asking: QuestionContext, label: string): Promise<FormAnswer> {
  const accepted = { label, value: accept };
  const texts = [{ heading: vscode.l10n.t('It asks:'), text: message }];
  const answer = await ask(
    { asking, message },
    { placeholder: vscode.l10n.t('Your answer'), texts, options: [accepted, declined, muted] },
  );
  return answer.action === 'accept' ? { action: 'accept', content: {} } : answer;
}

async function askForVisit({ url, host, message }: Page, asking: QuestionContext): Promise<PageAnswer> {
  const accepted = { label: vscode.l10n.t('Open {0} in the Browser', host), value: accept };
  const texts = [
    { heading: vscode.l10n.t('It says:'), text: message },
    { heading: vscode.l10n.t('It wants you to open this page of {0}:', host), text: url },
  ];
  const pick: Pick<Answer> = {
    placeholder: vscode.l10n.t('Open {0}?', host),
    texts,
    options: [accepted, declined, muted],
  };
  const answer = await ask({ asking, message: vscode.l10n.t('open a page of {0}?', host) }, pick);
  if (answer.action !== 'accept') return answer;
  // `openExternal` accepts a string, too, and only a string keeps its percent-encoding; a `Uri` would decode it.
  return (await vscode.env.openExternal(url as unknown as vscode.Uri)) ? answer : { action: 'cancel' };
}

async function ask(frame: StepFrame, pick: Pick<Answer>): Promise<Answer> {
  const answer = await pickStep(frame, pick);
  if (answer.action === 'next') return answer.value;
  return answer.action === 'back' ? { action: 'cancel' } : answer;
}

/** The value is undefined for a field that the user skips. */
type FieldAnswer = StepAnswer<FieldValue | undefined>;

/**
 * Asks for one field in one step: the user types the value, which is checked at every key, or picks it. `value`: the
 * current value of the field.
 */
function fieldStep(field: FormField, value: FieldValue | undefined, frame: StepFrame): Promise<FieldAnswer> {
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
    return read.ok ? { value: read.value } : { problem: plainLabel(read.problem) };
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
