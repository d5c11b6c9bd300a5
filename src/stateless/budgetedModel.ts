// The model behind as a person pays for it: what it spends is counted over a request of theirs, ends at their budget, and what fails for a reason
// that passes is tried again.
import type { JsonObject } from '../base/json.ts';
import type { AskModel, ModelAnswer, ModelRequest } from './askModel.ts';
import { ChatError } from './chatError.ts';
import { withRetries, type RetryOptions } from './withRetries.ts';
import { errorMessage } from '../base/errorMessage.ts';

interface BudgetedModelOptions {
  readonly ask: AskModel;
  /** Of the prompt, estimated: where the model does not count, and before it is asked. */
  readonly promptTokens: (request: ModelRequest) => number;
  /** Of the answer, estimated. */
  readonly answerTokens: (answer: ModelAnswer) => number;
  /** Spent before, by the same request of the person's. */
  readonly before: number;
  /** 0: no end. */
  readonly most: number;
  readonly retry: RetryOptions;
  /** As people know it. */
  readonly name: string;
}

/** `cause`: what the model's vendor said. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';

  constructor(model: string, cause: unknown) {
    const said = errorMessage(cause);
    super(`${model} failed: ${said}${/[.!?]\s*$/.test(said) ? '' : '.'} Send the request again, or choose another model.`, { cause });
  }
}

interface SpentTokens {
  /** To the model that were answered. */
  readonly requests: number;
  readonly prompt: number;
  readonly completion: number;
  /** The prompt of the last request, which is what fills the model's window. */
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

  /** With those of earlier requests. */
  get total(): number {
    return this.#options.before + this.#spent.prompt + this.#spent.completion;
  }

  /** Throws `ChatError` where the budget does not allow for the request, and `ModelFailure` where the model fails. */
  readonly ask: AskModel = async (request, signal) => {
    const { ask, promptTokens, answerTokens, most, retry, name } = this.#options;
    const estimated = promptTokens(request);
    if (most > 0 && this.total + estimated > most) throw overBudget(this.total, estimated, most);
    const answer = await withRetries(() => ask(request, signal), retry, signal).catch((cause: unknown) => {
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

function overBudget(spent: number, next: number, most: number): ChatError {
  const [used, more, limit] = [spent, next, most].map((tokens) => tokens.toLocaleString('en'));
  const message =
    `This turn has used ${used} tokens, and its next request to the model would take about ${more}: more than the ${limit} that ` +
    'codeMode.provider.maxTokensPerTurn allows. Raise the setting, or ask again for what is left.';
  return new ChatError({ status: 429, message, code: 'token_budget' });
}

function count(usage: JsonObject | undefined, field: string): number | undefined {
  const value = usage?.[field];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
