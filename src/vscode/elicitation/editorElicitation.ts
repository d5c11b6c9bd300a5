// Asks the user on behalf of a server, in the editor's quick input: a form step by step, or a page to visit.
import * as vscode from 'vscode';
import {
  contentOf,
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
} from '../../mcp/elicitation/index.ts';
import { fieldStep } from './fieldStep.ts';
import { pickStep, type Pick } from './pickStep.ts';
import { fitsTitle, type StepFrame } from './quickStep.ts';

type Answer = { readonly action: 'accept' } | Declined;

const accept = { action: 'accept' } as const;
const muted = {
  label: vscode.l10n.t("Decline and Don't Ask Again for This Server in This Run"),
  value: { action: 'mute' },
} as const;
const declined = { label: vscode.l10n.t('Decline'), value: { action: 'decline' } } as const;

export class EditorElicitation implements Elicitation {
  readonly #questions: Mutex;

  constructor(questions: Mutex) {
    this.#questions = questions;
  }

  fillIn(form: Form, asking: QuestionContext): Promise<FormAnswer> {
    return this.#questions.run(() => askForm(form, asking));
  }

  visit(page: Page, asking: QuestionContext): Promise<PageAnswer> {
    return this.#questions.run(() => askForVisit(page, asking));
  }

  visited({ host, message }: Page, asking: QuestionContext): Promise<PageAnswer> {
    const accepted = { label: vscode.l10n.t("I'm Done There, Continue"), value: accept };
    const pick: Pick<Answer> = {
      placeholder: vscode.l10n.t('Waiting for you at {0}', host),
      options: [accepted, declined],
    };
    return this.#questions.run(() => ask({ asking, message }, pick));
  }
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
  return read && read.action !== 'accept' ? read : askFields(form, asking);
}

async function askFields(form: Form, asking: QuestionContext): Promise<FormAnswer> {
  const { fields, message } = form;
  const values = new Map<FormField, FieldValue | undefined>(fields.map((field) => [field, field.default]));
  for (let index = 0; ;) {
    const field = fields[index];
    if (!field) return { action: 'accept', content: contentOf(form, (asked) => values.get(asked)) };
    const numbered = fields.length > 1 && { step: index + 1, totalSteps: fields.length };
    const answer = await fieldStep(field, values.get(field), { asking, message, ...numbered });
    if (answer.action === 'back') index--;
    else if (answer.action !== 'next') return answer;
    else {
      values.set(field, answer.value);
      index++;
    }
  }
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
