// Limits and counts the tokens of one request of a user, over all the requests that the client makes for it.
import { grouped } from '../../base/text/counted.ts';
import type { JsonObject } from '../../base/json.ts';
import type { AskModel, ChatModelAnswer, ChatModelRequest } from '../askModel.ts';
import { ChatError } from './chatError.ts';
import { errorMessage } from '../../base/errorMessage.ts';
import { setNewest } from '../../base/setNewest.ts';

interface BudgetedModelOptions {
  readonly ask: AskModel;
  /** Estimates the tokens of a prompt. Used before the request, and if the model does not report its usage. */
  readonly promptTokens: (request: ChatModelRequest) => number;
  /** Estimates the tokens of an answer. */
  readonly answerTokens: (answer: ChatModelAnswer) => number;
  /** Tokens that earlier requests of the same turn have used. */
  readonly before: number;
  /** Maximum number of tokens; 0 means no limit. */
  readonly most: number;
  /** Name of the model in messages. */
  readonly name: string;
}

/** Failure of the model. `cause` is the error of the model's vendor. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(model: string, cause: unknown) {
    const said = errorMessage(cause);
    super(
      `${model} failed: ${said}${/[.!?]\s*$/.test(said) ? '' : '.'} Send the request again, or choose another model.`,
      { cause },
    );
  }
}

interface SpentTokens {
  /** Number of answered requests. */
  readonly requests: number;
  readonly prompt: number;
  readonly completion: number;
  /** Tokens of the last prompt, which is the used part of the model's context window. */
  readonly lastPrompt: number;
}

export class BudgetedModel {
  readonly #options: BudgetedModelOptions;
  #spent: SpentTokens = { requests: 0, prompt: 0, completion: 0, lastPrompt: 0 };

  constructor(options: BudgetedModelOptions) {
    this.#options = options;
  }

  get spent(): SpentTokens {
    return this.#spent;
  }

  /** Number of tokens, including those of earlier requests of the turn. */
  get total(): number {
    return this.#options.before + this.#spent.prompt + this.#spent.completion;
  }

  /** Throws a `ChatError` if the budget is too small for the request, and a `ModelFailure` if the model fails. */
  readonly ask: AskModel = async (request, signal) => {
    const { ask, promptTokens, answerTokens, most, name } = this.#options;
    const estimated = promptTokens(request);
    if (most > 0 && this.total + estimated > most) throw overBudget(this.total, estimated, most);
    const answer = await ask(request, signal).catch((cause: unknown) => {
      throw signal.aborted ? cause : new ModelFailure(name, cause);
    });
    const prompt = count(answer.usage, 'prompt_tokens') ?? estimated;
    const before = this.#spent;
    this.#spent = {
      requests: before.requests + 1,
      prompt: before.prompt + prompt,
      completion: before.completion + (count(answer.usage, 'completion_tokens') ?? answerTokens(answer)),
      lastPrompt: prompt,
    };
    return answer;
  };
}

/** Maximum number of calls whose tokens are remembered. */
const mostEnds = 10_000;

/** Tokens of a user's request so far. Each request of the client begins with the answers to the calls before. */
export class TurnTokens {
  /** Tokens by the ID of a call with which a request ended. */
  readonly #spent = new Map<string, number>();

  /** Returns the tokens of the requests before the one with these messages. */
  before(messages: readonly JsonObject[]): number {
    const last = messages.at(-1);
    const id = last?.['role'] === 'tool' ? last['tool_call_id'] : undefined;
    return typeof id === 'string' ? (this.#spent.get(id) ?? 0) : 0;
  }

  /** `ids` are the IDs of the calls with which a request ended. */
  spent(tokens: number, ids: readonly string[]): void {
    for (const id of ids) setNewest(this.#spent, id, tokens, mostEnds);
  }
}

function overBudget(spent: number, next: number, most: number): ChatError {
  const [used, more, limit] = [spent, next, most].map(grouped);
  const message =
    `This turn has used ${used} tokens, and its next request to the model would take about ${more}: more than the ${limit} that ` +
    'codeMode.provider.maxTokensPerTurn allows. Raise the setting, or ask again for what is left.';
  return new ChatError(429, 'token_budget', message);
}

function count(usage: JsonObject | undefined, field: string): number | undefined {
  const value = usage?.[field];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
