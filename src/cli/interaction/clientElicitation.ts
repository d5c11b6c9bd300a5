// Asks on behalf of a server where `code-mode serve` is the server of one client: that client's user, by an elicitation of ours.
// An answer has to fit the form.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { choicesProblem, contentOf, type FieldValue, type Form, type FormField } from '../../mcp/elicitation/form.ts';
import { Mutex } from '../../mcp/elicitation/mutex.ts';
import type { Page } from '../../mcp/elicitation/page.ts';
import { typedValue, type TypedValue } from '../../mcp/elicitation/typedValue.ts';
import type { Elicitation, FormAnswer, PageAnswer, QuestionContext } from '../../mcp/elicitation/userInteraction.ts';
import { visibleName } from '../../base/text/visibleText.ts';

/** The client, as far as it can ask its user. */
interface ElicitingClient {
  readonly modes: { readonly form: boolean; readonly url: boolean };
  /** Rejects when `signal` aborts, and when no answer comes. */
  elicit(params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
}

interface ElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: JsonObject;
}

const cancelled = { action: 'cancel' } as const;

export class ClientElicitation implements Elicitation {
  readonly #turns = new Mutex();
  #client: ElicitingClient | undefined;

  attach(client: ElicitingClient): void {
    this.#client = client;
  }

  /** Undefined before there is a client that fills in forms: nothing is announced to servers then. */
  get available(): Elicitation | undefined {
    return this.#client?.modes.form === true ? this : undefined;
  }

  async fillIn(form: Form, context: QuestionContext): Promise<FormAnswer> {
    const properties = Object.fromEntries(form.fields.map((field) => [field.name, schemaOf(field)]));
    const required = form.fields.filter((field) => field.required).map(({ name }) => name);
    const requestedSchema = { type: 'object', properties, required };
    const { action, content = {} } = await this.#ask({ mode: 'form', message: asks(context, form.message), requestedSchema }, context);
    if (action !== 'accept') return { action };
    const values = new Map(
      form.fields.map((field) => [field, valueOf(field, Object.hasOwn(content, field.name) ? content[field.name] : undefined)]),
    );
    // A client that sends something else has not asked what we sent.
    if ([...values.values()].includes('wrong')) return cancelled;
    return {
      action,
      content: contentOf(form, (field) => {
        const read = values.get(field);
        return typeof read === 'object' ? read.value : undefined;
      }),
    };
  }

  async visit({ id, url, host, message }: Page, context: QuestionContext): Promise<PageAnswer> {
    const why = asks(context, message);
    if (this.#client?.modes.url === true) {
      const { action } = await this.#ask({ mode: 'url', elicitationId: id, url, message: why }, context);
      return { action };
    }
    return this.#agree(`${why}\n\nOpen this page of ${host} in your browser:\n${url}`, 'I have opened it', context);
  }

  visited({ host }: Page, context: QuestionContext): Promise<PageAnswer> {
    return this.#agree(`Are you done at ${host}, for the MCP server ${visibleName(context.server)}?`, 'I am done', context);
  }

  /** The first answer has the focus, and is no. */
  async #agree(message: string, yes: string, context: QuestionContext): Promise<PageAnswer> {
    const answer = { type: 'string' as const, title: 'Answer', enum: ['Cancel', yes], default: 'Cancel' };
    const requestedSchema = { type: 'object' as const, properties: { answer }, required: ['answer'] };
    const { action, content } = await this.#ask({ mode: 'form', message, requestedSchema }, context);
    return action === 'accept' && content?.['answer'] === yes ? { action } : cancelled;
  }

  #ask(params: JsonObject, { signal }: QuestionContext): Promise<ElicitAnswer> {
    return this.#turns.run(async () => {
      try {
        signal.throwIfAborted();
        return readAnswer(await this.#client?.elicit(params, signal));
      } catch {
        return cancelled;
      }
    });
  }
}

/** A client that answers in another form has asked nobody. */
function readAnswer(answer: JsonObject | undefined): ElicitAnswer {
  const { action, content = {} } = answer ?? {};
  return (action === 'accept' || action === 'decline') && isJsonObject(content) ? { action, content } : cancelled;
}

/** The server first: its words must not pass for ours. */
function asks({ server }: QuestionContext, message: string): string {
  return `The MCP server ${visibleName(server)} asks: ${message}`;
}

function schemaOf(field: FormField): JsonObject {
  const { title, description } = field;
  const about = {
    title,
    ...(description !== undefined && { description }),
    ...(field.default !== undefined && { default: field.default }),
  };
  switch (field.kind) {
    case 'text':
      return { type: 'string', ...about, ...some(field, 'format', 'minLength', 'maxLength') };
    case 'number':
      return { type: field.integer ? 'integer' : 'number', ...about, ...some(field, 'minimum', 'maximum') };
    case 'flag':
      return { type: 'boolean', ...about };
    case 'choice':
      return { type: 'string', ...about, oneOf: field.choices.map(({ value, title }) => ({ const: value, title })) };
    case 'choices': {
      const items = { anyOf: field.choices.map(({ value, title }) => ({ const: value, title })) };
      return { type: 'array', ...about, items, ...some(field, 'minItems', 'maxItems') };
    }
  }
}

function some<Field extends object>(field: Field, ...names: readonly (keyof Field)[]): object {
  return Object.fromEntries(names.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]])));
}

/** `{}`: it was left out. */
function valueOf(field: FormField, given: unknown): { readonly value?: FieldValue } | 'wrong' {
  if (given === undefined) return field.required ? 'wrong' : {};
  switch (field.kind) {
    case 'text':
      return typeof given === 'string' ? rightOf(typedValue(field, given)) : 'wrong';
    case 'number':
      return typeof given === 'number' ? rightOf(typedValue(field, String(given))) : 'wrong';
    case 'flag':
      return typeof given === 'boolean' ? { value: given } : 'wrong';
    case 'choice': {
      const known = field.choices.find(({ value }) => value === given);
      return known ? { value: known.value } : 'wrong';
    }
    case 'choices': {
      const all: readonly unknown[] = Array.isArray(given) ? given : [undefined];
      const known = field.choices.map(({ value }) => value).filter((value) => all.includes(value));
      return known.length === all.length && choicesProblem(field, known.length) === undefined ? { value: known } : 'wrong';
    }
  }
}

function rightOf(read: TypedValue): { readonly value?: FieldValue } | 'wrong' {
  return read.ok ? read : 'wrong';
}
