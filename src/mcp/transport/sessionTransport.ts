// What differs between a process and a URL once the MCP SDK has its transport: how trouble is explained.
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ServerLog } from '../protocol/serverLog.ts';
import type { StopTimes } from './stdio/orphanGuard.ts';
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

/** What every transport of a session needs. */
export interface TransportOptions {
  readonly log: ServerLog;
  readonly stop: StopTimes;
  /** For messages: how long `initialize` may take until it is aborted with a `TimeoutError`. */
  readonly startMs: number;
  /** For messages: the file to correct. */
  readonly origin: string;
}
