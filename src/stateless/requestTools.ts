// The tools of one request as a source: its client calls them, between one step and the next. A call whose answer is known gets it; every
// other one is handed to the client, and the step ends.
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../base/json.ts';
import { ValueTurns } from '../sandbox/host/valueTurns.ts';
import type { CallOptions, CallOutcome, ServerInfo, ServerListing, ToolDefinition, ToolResult, ToolSource } from '../catalog/toolSource.ts';

/** One call of a script, as the client gets it. */
export interface StepCall {
  /** Its number in the script, from 1, in the order in which the script made the calls. */
  readonly call: number;
  /** As the request names it. */
  readonly tool: string;
  readonly input: JsonObject;
}

/** A call with what the client's tool answered. */
export interface AnsweredCall extends StepCall {
  readonly result: ToolResult;
}

/** The scripts' name for all tools of a request: `tools.functions.<tool>`. */
export const requestNamespace = 'functions';

/** The list of a request, to be shared by all of its steps: names, types and search are made of it once. */
export class RequestTools {
  readonly listing: ServerListing;

  /** Guarded definitions. */
  constructor(tools: readonly ToolDefinition[]) {
    this.listing = { ok: true, tools };
  }

  /** For one step. */
  source(answers: readonly AnsweredCall[]): StepSource {
    return new StepSource(this.listing, answers);
  }
}

export class StepSource implements ToolSource {
  /** In the order in which the script made them. */
  readonly open: StepCall[] = [];
  /** The first call that is another one than the client answered. */
  differing: { readonly made: StepCall; readonly answered: StepCall } | undefined;
  /** Answers whose calls the script has not made. */
  readonly unused: Map<number, AnsweredCall>;
  readonly #listing: ServerListing;
  readonly #answers: ReadonlyMap<number, AnsweredCall>;
  readonly #turns = new ValueTurns();

  constructor(listing: ServerListing, answers: readonly AnsweredCall[]) {
    this.#listing = listing;
    this.#answers = new Map(answers.map((answer) => [answer.call, answer]));
    this.unused = new Map(this.#answers);
  }

  servers(): Promise<readonly ServerInfo[]> {
    return Promise.resolve([{ name: requestNamespace, state: 'running', origin: 'the request' }]);
  }

  warnings(): readonly string[] {
    return [];
  }

  listTools(): Promise<ServerListing> {
    return Promise.resolve(this.#listing);
  }

  callTool(server: string, tool: string, input: JsonObject, { sequence = 0 }: CallOptions): Promise<CallOutcome> {
    const made = { call: sequence, tool, input };
    const answered = this.#answers.get(sequence);
    this.unused.delete(sequence);
    if (answered && isSame(made, answered)) return this.#inTurn(answered.result);
    if (answered) this.differing ??= { made, answered };
    else this.open.push(made);
    return Promise.resolve({
      ok: false,
      error: { code: 'unanswered', server, tool, message: 'The answer comes in a later step.', retryable: false, content: [] },
    });
  }

  /** All are at hand at once, and each is parsed by who gets it. */
  #inTurn(result: ToolResult): Promise<CallOutcome> {
    const length = result.content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
    return new Promise((resolve) => this.#turns.add(length, () => resolve({ ok: true, result })));
  }

  /** A request's tools do not change. */
  onDidChange(): () => void {
    return () => undefined;
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

function isSame(made: StepCall, answered: StepCall): boolean {
  return made.tool === answered.tool && isDeepStrictEqual(made.input, answered.input);
}
