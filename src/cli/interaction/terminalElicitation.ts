// Asks the user on the terminal on behalf of a server: fills in a form line by line, or asks the user to open a page.
import {
  choicesProblem,
  contentOf,
  allowedValuesText,
  typedValue,
  Mutex,
  type Choice,
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
  type TypedValue,
} from '../../mcp/elicitation/index.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { isYes, type TerminalQuestions } from './terminalQuestions.ts';

/** Maximum number of invalid answers to one field; the form is then cancelled. */
const mostAttempts = 10;

const commands = new Map<string, Declined['action'] | 'back'>([
  [':back', 'back'],
  [':decline', 'decline'],
  [':cancel', 'cancel'],
  [':mute', 'mute'],
]);
const commandHelp = ':back, :decline or :cancel; :mute declines all questions of this server in this run.';

export class TerminalElicitation implements Elicitation {
  readonly #questions: Pick<TerminalQuestions, 'ask'>;
  /** Serializes whole forms, so that the questions of two forms do not mix. */
  readonly #turns = new Mutex();

  constructor(questions: Pick<TerminalQuestions, 'ask'>) {
    this.#questions = questions;
  }

  fillIn(form: Form, asking: QuestionContext): Promise<FormAnswer> {
    return this.#inTurn(() => this.#fillIn(form, asking));
  }

  visit({ message, host, url }: Page, asking: QuestionContext): Promise<PageAnswer> {
    const question = `MCP server "${asking.server}" asks you to open a page of ${host}: ${quoted(message)}\n${url}\nHave you opened it in your browser?`;
    return this.#inTurn(() => this.#agree(question, asking));
  }

  visited({ host }: Page, asking: QuestionContext): Promise<PageAnswer> {
    return this.#inTurn(() => this.#agree(`Are you done at ${host}?`, asking));
  }

  /** A rejection means that the question was withdrawn, so it counts as a cancellation. */
  #inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer | { readonly action: 'cancel' }> {
    return this.#turns.run(() => ask().catch(() => ({ action: 'cancel' }) as const));
  }

  async #fillIn(form: Form, asking: QuestionContext): Promise<FormAnswer> {
    const { fields } = form;
    const values = new Map<FormField, FieldValue | undefined>(fields.map((field) => [field, field.default]));
    const intro = `MCP server "${asking.server}" asks: ${quoted(form.message)}`;
    if (fields.length === 0) {
      const answer = await this.#agree(`${intro}\nAccept?`, asking);
      return answer.action === 'accept' ? { action: 'accept', content: {} } : answer;
    }
    for (let index = 0; ;) {
      const field = fields[index];
      if (!field) return { action: 'accept', content: contentOf(form, (asked) => values.get(asked)) };
      const before = index === 0 ? `${intro}\n(${commandHelp})\n` : '';
      const answer = await this.#field(
        field,
        values.get(field),
        `${before}${index + 1}/${fields.length} `,
        asking.signal,
      );
      if (answer === 'back') index = Math.max(0, index - 1);
      else if (typeof answer === 'string') return { action: answer };
      else {
        values.set(field, answer.value);
        index++;
      }
    }
  }

  /** Asks for one field. An empty line keeps the current value. */
  async #field(
    field: FormField,
    value: FieldValue | undefined,
    before: string,
    signal: AbortSignal,
  ): Promise<{ readonly value?: FieldValue } | Declined['action'] | 'back'> {
    let problem = '';
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const asked = await this.#questions.ask(`${problem}${before}${questionOf(field, value)}: `, signal);
      const line = asked.trim();
      const command = commands.get(line);
      if (command !== undefined) return command;
      if (line === '' && value !== undefined) return { value };
      const read = valueOf(field, line);
      if (read.ok) return read;
      problem = `${read.problem}\n`;
    }
    return 'cancel';
  }

  async #agree(
    question: string,
    { signal }: QuestionContext,
  ): Promise<{ readonly action: 'accept' } | Declined> {
    const line = (await this.#questions.ask(`${question} [y/N] `, signal, { enterRefuses: true })).trim();
    const command = commands.get(line);
    if (command === 'mute' || command === 'cancel') return { action: command };
    return { action: isYes(line) ? 'accept' : 'decline' };
  }
}

/** Marks further lines of a server's message, which could look like a question of Code Mode or of the shell. */
function quoted(message: string): string {
  return message.replaceAll('\n', '\n  | ');
}

function questionOf(field: FormField, value: FieldValue | undefined): string {
  const { title, description, required } = field;
  const parts = [description, takes(field), required ? '' : 'optional'];
  const notes = parts.filter(Boolean).join('; ');
  return `${title}${notes === '' ? '' : ` (${notes})`}${value === undefined ? '' : ` [${shownLine(textOf(field, value))}]`}`;
}

function takes(field: FormField): string {
  switch (field.kind) {
    case 'text':
    case 'number':
      return allowedValuesText(field);
    case 'flag':
      return 'y or n';
    case 'choice':
      return listed(field.choices);
    case 'choices':
      return `${listed(field.choices)}; several with commas`;
  }
}

function listed(choices: readonly Choice[]): string {
  return choices.map(({ title }, index) => `${index + 1} ${title}`).join(', ');
}

function textOf(field: FormField, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'y' : 'n';
  const titleOf = (one: FieldValue) =>
    ('choices' in field && field.choices.find((choice) => choice.value === one)?.title) || String(one);
  return typeof value === 'object' ? value.map(titleOf).join(', ') : titleOf(value);
}

function valueOf(field: FormField, line: string): TypedValue {
  if (field.kind === 'text' || field.kind === 'number') return typedValue(field, line);
  if (line === '') return field.required ? { ok: false, problem: 'It is required.' } : { ok: true };
  if (field.kind === 'choices') return valuesOf(field, line);
  const value = field.kind === 'flag' ? flagOf(line) : chosen(field.choices, line);
  return value === undefined
    ? { ok: false, problem: `It is ${field.kind === 'flag' ? 'y or n' : 'one of the numbers'}.` }
    : { ok: true, value };
}

function flagOf(line: string): boolean | undefined {
  if (/^(y(es)?|true)$/i.test(line)) return true;
  return /^(no?|false)$/i.test(line) ? false : undefined;
}

function valuesOf(field: ChoicesField, line: string): TypedValue {
  const values = line.split(',').map((part) => chosen(field.choices, part.trim()));
  const known = [...new Set(values.filter((value) => value !== undefined))];
  if (values.includes(undefined)) return { ok: false, problem: 'Choose numbers, with commas.' };
  const problem = choicesProblem(field, known.length);
  return problem === undefined ? { ok: true, value: known } : { ok: false, problem };
}

/** Finds a choice by its number, its value or its title. */
function chosen(choices: readonly Choice[], line: string): string | undefined {
  return (choices[Number(line) - 1] ?? choices.find(({ value, title }) => value === line || title === line))
    ?.value;
}
