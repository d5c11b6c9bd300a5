// The SDK's transport of one session that also explains its failures: a process and a URL fail in different ways.
import type { Transport } from '@modelcontextprotocol/client';
import type { Secrets } from '../protocol/secrets.ts';
import type { ServerLog } from '../protocol/serverLog.ts';
import type { StopTimes } from './stdio/orphanGuard.ts';

/** `gone`: there is no use in asking this session again; `perhaps`: ask whether it is there. */
export interface RequestFailure {
  readonly message: string;
  readonly gone: boolean | 'perhaps';
  /** The request may have reached the server. */
  readonly asked: boolean;
  /** The server is there, and answered with what cannot be read. */
  readonly isLost?: boolean;
  /** The same request may be served in a while. */
  readonly mayPass?: boolean;
}

export interface SessionTransport extends Transport {
  /** OpenTelemetry's `network.transport`. */
  readonly network: 'pipe' | 'tcp';
  /** What the server was given and may repeat: hidden in every word of its that is passed on. */
  readonly secrets: Secrets;
  /** Of these, what not even an answer may carry into a script. */
  readonly tokens?: Secrets | undefined;
  /** Set by the session. `why`: the server, which still answers, can notify us of nothing; undefined: it can again. */
  onNotificationsLost?: (why: string | undefined) => void;
  /** Why `initialize` did not come to its end: one line that ends with what to do. Called after the transport is closed. */
  explainStart(error: unknown, timedOut: boolean): string;
  /** Why a running server is gone; `error` is what made it noticed, if anything. */
  explainEnd(error: unknown): string;
  explainRequest(error: unknown): RequestFailure;
  /** The answer with the integers that the transport had to mark (`MarkedIntegers`). */
  readonly restored?: (answer: unknown) => unknown;
  /** Tells the server that this session is over, before the transport is closed. */
  terminateSession?(): Promise<void>;
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
