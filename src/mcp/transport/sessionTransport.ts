// What differs between a process and a URL once the MCP SDK has its transport: how trouble is explained.
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Secrets } from '../protocol/secrets.ts';

/** A failed request over a link. `gone`: there is no use in asking this session again; `perhaps`: ask whether it is there. */
export interface LinkFailure {
  readonly message: string;
  readonly gone: boolean | 'perhaps';
  /** The request may have reached the server. */
  readonly asked: boolean;
  /** The same request may be served in a while. */
  readonly mayPass?: boolean;
}

export interface Link {
  readonly transport: Transport;
  /** What the server was given and may repeat: hidden in every word of its that is passed on. */
  readonly secrets: Secrets;
  /** Of these, what not even an answer may carry into a script. */
  readonly tokens?: Secrets | undefined;
  /** Set by the session. `deaf`: why the server, which answers all the same, can tell it nothing any more; undefined: it can again. */
  onHearing?: (deaf: string | undefined) => void;
  /** Why `initialize` did not come to its end: one line that ends with what to do. Called after the transport is closed. */
  explainStart(error: unknown, timedOut: boolean): Promise<string>;
  /** Why a running server is gone; `error` is what made it noticed, if anything. */
  explainEnd(error: unknown): string;
  explainRequest(error: unknown): LinkFailure;
  /** Tells the server that this session is over, before the transport is closed. */
  sayGoodbye(): Promise<void>;
}

const longestMessage = 1_000;

/** What an error says, as part of a sentence: one line, without the full stop. */
export function errorMessage(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  // A server that throws the SDK's error sends a message that begins like ours.
  const text = said
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .replace(/^(MCP error -?\d+: )\1+/, '$1');
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}

/** A validation error of the SDK's schemas: the answer has a shape that MCP does not know. */
export function isNotMcp(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && /ZodError/.test(error.name));
}
