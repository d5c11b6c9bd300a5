// Answers the inputs of a server's definition from the command line, the environment, or a question to the user.
import type { InputDefinition, InputAnswer, Inputs } from '../../mcp/definitions/index.ts';
import type { StartInteraction } from '../../mcp/index.ts';
import { shownLine } from '../../base/text/plainText.ts';
import type { TerminalQuestions } from './terminalQuestions.ts';

export class TerminalInputs implements Inputs {
  readonly #given: ReadonlyMap<string, string>;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>;
  /** Answers within this command, so that servers that share an input cause one question. */
  readonly #asked = new Map<string, Promise<string>>();

  /** `given`: the values of `--input`, by the id of the input. */
  constructor(
    given: ReadonlyMap<string, string>,
    env: Readonly<Record<string, string | undefined>>,
    questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>,
  ) {
    this.#given = given;
    this.#env = env;
    this.#questions = questions;
  }

  async answer(input: InputDefinition, server: string, person: StartInteraction): Promise<InputAnswer> {
    const variable = inputVariable(input.id);
    const given = this.#given.get(input.id) ?? this.#env[variable];
    if (given !== undefined) return checked(input, given);
    const advice = `Set --input ${input.id}=<value> or the variable ${variable}.`;
    if (input.type === 'command' || !this.#questions.canAsk || !person.interactive)
      return { ok: false, error: advice };
    return person.ask('needs_input', () => this.#ask(input, server, person.signal, advice));
  }

  async #ask(input: AskedInput, server: string, signal: AbortSignal, advice: string): Promise<InputAnswer> {
    const key = JSON.stringify([input.origin, input.id]);
    const asking =
      this.#asked.get(key) ??
      this.#questions.ask(questionOf(input, server), signal, { hidden: isSecret(input) });
    this.#asked.set(key, asking);
    try {
      const answer = checked(input, (await asking).trim() || (input.default ?? ''));
      if (!answer.ok) this.#asked.delete(key);
      return answer;
    } catch {
      this.#asked.delete(key);
      return { ok: false, error: advice };
    }
  }
}

/** Returns the environment variable that answers an input, for example `CODE_MODE_INPUT_API_KEY` for `api-key`. */
function inputVariable(id: string): string {
  return `CODE_MODE_INPUT_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

type AskedInput = Exclude<InputDefinition, { readonly type: 'command' }>;

function isSecret(input: AskedInput): boolean {
  return input.type === 'promptString' && input.password;
}

function questionOf(input: AskedInput, server: string): string {
  const what = `${server}: ${input.description ?? input.id}`;
  const values =
    input.type === 'pickString' ? ` (${input.options.map(({ value }) => value).join(', ')})` : '';
  const fallback = input.default === undefined || isSecret(input) ? '' : ` [${input.default}]`;
  return `${shownLine(`${what}${values}${fallback}`)}: `;
}

function checked(input: InputDefinition, value: string): InputAnswer {
  if (input.type !== 'pickString' || input.options.some((option) => option.value === value))
    return { ok: true, value };
  return { ok: false, error: `Choose one of ${input.options.map((option) => option.value).join(', ')}.` };
}
