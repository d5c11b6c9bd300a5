// Forwards a server's questions to the user of the client of `code-mode serve`, if there is a single client. The
// questions are elicitation requests, and an answer must fit the form.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import {
  choicesProblem,
  contentOf,
  Mutex,
  typedValue,
  type FieldValue,
  type Form,
  type FormField,
  type Page,
  type TypedValue,
  type Elicitation,
  type FormAnswer,
  type PageAnswer,
  type QuestionContext,
} from '../../mcp/elicitation/index.ts';
import { visibleName } from '../../base/text/visibleText.ts';

/** The part of the MCP server that asks the client's user. */
interface ElicitingClient {
  readonly modes: { readonly form: boolean; readonly url: boolean };
  /** Asks the client's user. Rejects when `signal` aborts, and when no answer arrives. */
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

  /** Undefined while no client supports forms; elicitation is then not announced to servers. */
  get available(): Elicitation | undefined {
    return this.#client?.modes.form === true ? this : undefined;
  }

  async fillIn(form: Form, context: QuestionContext): Promise<FormAnswer> {
    const properties = Object.fromEntries(form.fields.map((field) => [field.name, schemaOf(field)]));
    const required = form.fields.filter((field) => field.required).map(({ name }) => name);
    const requestedSchema = { type: 'object', properties, required };
    const { action, content = {} } = await this.#ask(
      { mode: 'form', message: asks(context, form.message), requestedSchema },
      context,
    );
    if (action !== 'accept') return { action };
    const values = new Map<FormField, FieldValue | undefined>();
    for (const field of form.fields) {
      const read = valueOf(field, Object.hasOwn(content, field.name) ? content[field.name] : undefined);
      // A client that sends invalid values has not shown the form, so its answer counts as cancelled.
      if (!read.ok) return cancelled;
      values.set(field, read.value);
    }
    return { action, content: contentOf(form, (field) => values.get(field)) };
  }

  async visit({ id, url, host, message }: Page, context: QuestionContext): Promise<PageAnswer> {
    const why = asks(context, message);
    if (this.#client?.modes.url === true) {
      const { action } = await this.#ask({ mode: 'url', elicitationId: id, url, message: why }, context);
      return { action };
    }
    return this.#agree(
      `${why}\n\nOpen this page of ${host} in your browser:\n${url}`,
      'I have opened it',
      context,
    );
  }

  visited({ host }: Page, context: QuestionContext): Promise<PageAnswer> {
    return this.#agree(
      `Are you done at ${host}, for the MCP server ${visibleName(context.server)}?`,
      'I am done',
      context,
    );
  }

  /** Asks for an agreement. The first answer refuses; it is the default and has the focus. */
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

/** Reads an answer. A client that answers in another form has not asked its user, so the answer counts as cancelled. */
function readAnswer(answer: JsonObject | undefined): ElicitAnswer {
  const { action, content = {} } = answer ?? {};
  return (action === 'accept' || action === 'decline') && isJsonObject(content)
    ? { action, content }
    : cancelled;
}

/** Names the server before its message, so that the message cannot pass for a text of Code Mode. */
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
      return { type: 'string', ...about, ...some(field, 'format', 'minLength', 'maxLength', 'pattern') };
    case 'number':
      return { type: field.integer ? 'integer' : 'number', ...about, ...some(field, 'minimum', 'maximum') };
    case 'flag':
      return { type: 'boolean', ...about };
    case 'choice':
      return {
        type: 'string',
        ...about,
        oneOf: field.choices.map(({ value, title }) => ({ const: value, title })),
      };
    case 'choices': {
      const items = { anyOf: field.choices.map(({ value, title }) => ({ const: value, title })) };
      return { type: 'array', ...about, items, ...some(field, 'minItems', 'maxItems') };
    }
  }
}

function some<Field extends object>(field: Field, ...names: readonly (keyof Field)[]): object {
  return Object.fromEntries(
    names.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]])),
  );
}

const wrong = { ok: false } as const;

/** Reads the value of a field; without a value if the field was left out. */
function valueOf(
  field: FormField,
  given: unknown,
): Extract<TypedValue, { ok: true }> | { readonly ok: false } {
  if (given === undefined) return field.required ? wrong : { ok: true };
  switch (field.kind) {
    case 'text':
      return typeof given === 'string' ? typedValue(field, given) : wrong;
    case 'number':
      return typeof given === 'number' ? typedValue(field, String(given)) : wrong;
    case 'flag':
      return typeof given === 'boolean' ? { ok: true, value: given } : wrong;
    case 'choice': {
      const known = field.choices.find(({ value }) => value === given);
      return known ? { ok: true, value: known.value } : wrong;
    }
    case 'choices': {
      const all: readonly unknown[] = Array.isArray(given) ? given : [undefined];
      const known = field.choices.map(({ value }) => value).filter((value) => all.includes(value));
      return known.length === all.length && choicesProblem(field, known.length) === undefined
        ? { ok: true, value: known }
        : wrong;
    }
  }
}
