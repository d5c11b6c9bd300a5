// The tools of one request as a tool source. The client calls the tools between two steps: a call with a known answer
// receives this answer, every other call is collected for the client, and the step ends.
import { isDeepStrictEqual } from 'node:util';
import { withoutBigInts } from '../../base/exactJson.ts';
import type { ToolIdentity } from '../../base/globs/toolPattern.ts';
import type { JsonObject } from '../../base/json.ts';
import { ValueTurns } from '../../base/valueTurns.ts';
import {
  OwnToolSource,
  type CallOptions,
  type CallOutcome,
  type ServerInfo,
  type ServerListing,
  type ToolDefinition,
  type ToolResult,
  type ToolSource,
} from '../../catalog/index.ts';

/** One call of a script, for the client. */
export interface StepCall {
  /** Number of the call within the script, from 1, in the order in which the script made the calls. */
  readonly call: number;
  /** Name of the tool in the request. */
  readonly tool: string;
  readonly input: JsonObject;
}

/** A call with the answer of the client's tool. */
export interface AnsweredCall extends StepCall {
  readonly text: string;
  readonly isError: boolean;
}

/** Namespace of all tools of a request in scripts: `tools.functions.<tool>`. */
export const requestNamespace = 'functions';

/** Returns the tools of a request as a source for one step. */
export type RequestTools = (answers: readonly AnsweredCall[]) => StepSource;

/**
 * All steps share one listing, so that names, types and search are prepared once. `tools` are checked definitions.
 * `roundsIntegers`: true if the client cannot take integers beyond 2^53.
 */
export function requestTools(tools: readonly ToolDefinition[], roundsIntegers = false): RequestTools {
  const listing: ServerListing = { ok: true, tools };
  return (answers) => new StepSource(listing, answers, roundsIntegers);
}

const tooLargeInteger =
  'The chat would round an integer beyond 2^53, so the call was not sent. Give it as text if the tool takes text.';

export class StepSource extends OwnToolSource implements ToolSource {
  /** Unanswered calls in the order in which the script made them. */
  readonly open: StepCall[] = [];
  /** The first call that differs from the answered one. */
  differing: { readonly made: StepCall; readonly answered: StepCall } | undefined;
  /** Answers whose calls the script has not made. */
  readonly unused: Map<number, AnsweredCall>;
  readonly #listing: ServerListing;
  readonly #answers: ReadonlyMap<number, AnsweredCall>;
  readonly #roundsIntegers: boolean;
  readonly #turns = new ValueTurns();

  constructor(listing: ServerListing, answers: readonly AnsweredCall[], roundsIntegers: boolean) {
    super();
    this.#listing = listing;
    this.#roundsIntegers = roundsIntegers;
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

  callTool(
    server: string,
    tool: string,
    input: JsonObject,
    { sequence = 0, onSent }: CallOptions,
  ): Promise<CallOutcome> {
    const made = { call: sequence, tool, input };
    if (this.#roundsIntegers && withoutBigInts(input, Number) !== input) {
      onSent?.(false);
      return Promise.resolve(this.failed(server, tool, 'invalid_input', tooLargeInteger));
    }
    const answered = this.#answers.get(sequence);
    this.unused.delete(sequence);
    if (answered && isSame(made, answered)) return this.#inTurn(answered);
    if (answered) this.differing ??= { made, answered };
    else this.open.push(made);
    const message = 'The answer comes in a later step.';
    return Promise.resolve(this.failed(server, tool, 'unanswered', message));
  }

  /** All answers are available at once and the script parses each of them, so they are delivered in turns. */
  #inTurn({ text, isError }: AnsweredCall): Promise<CallOutcome> {
    const result: ToolResult = { content: [{ type: 'text', text }], isError };
    return new Promise((resolve) => this.#turns.add(text.length, () => resolve({ ok: true, result })));
  }
}

function isSame(made: StepCall, answered: StepCall): boolean {
  return made.tool === answered.tool && isDeepStrictEqual(made.input, answered.input);
}

/**
 * Returns the names by which settings may mean a tool of a request, which does not name the tool's server. VS Code
 * names an MCP tool `mcp_<server, shortened and changed>_<tool>`, other clients `mcp__<server>__<tool>`. All divisions
 * into server and tool are returned, because a pattern that almost matches should exclude the tool.
 */
export function requestToolNames(name: string): readonly ToolIdentity[] {
  const [first, ...parts] = name.split(/_+/);
  if (first !== 'mcp' || parts.length < 2) return [named('editor', name)];
  const servers = parts.slice(0, -1).map((_part, at) => parts.slice(0, at + 1).join('_'));
  return servers.flatMap((server, at) =>
    parts.slice(at + 1).map((_part, skipped) => named(server, parts.slice(at + 1 + skipped).join('_'))),
  );
}

function named(server: string, name: string): ToolIdentity {
  const method = name.replace(/[-_](\w)/g, (_all, letter: string) => letter.toUpperCase());
  return { server, namespace: requestNamespace, name, method };
}
