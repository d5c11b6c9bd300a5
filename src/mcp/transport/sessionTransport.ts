// The SDK's transport with explanations of failures, which differ between a process and a URL.
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Secrets } from '../protocol/secrets.ts';
import type { ServerLog } from '../protocol/serverLog.ts';
import type { StopTimes } from './stdio/orphanGuard.ts';

/** A failed request. `gone` is true if the session has ended, and `perhaps` if the caller must check with a ping. */
export interface RequestFailure {
  readonly message: string;
  readonly gone: boolean | 'perhaps';
  /** True if the request may have reached the server. */
  readonly asked: boolean;
  /** True if the server responds, but its answer cannot be read. */
  readonly isLost?: boolean;
  /** True if the same request may succeed later. */
  readonly mayPass?: boolean;
}

export interface SessionTransport extends Transport {
  /** Value of OpenTelemetry's `network.transport`. */
  readonly network: 'pipe' | 'tcp';
  /** Secrets that the server received and may repeat. They are hidden in every text of the server that is passed on. */
  readonly secrets: Secrets;
  /**
   * Set by the session. Called when notifications stop or start again: `why` is the reason for which the server, which
   * still responds, cannot send notifications; undefined if it can again.
   */
  onNotificationsLost?: (why: string | undefined) => void;
  /** Explains a failed `initialize` in one line that ends with what to do. Called after the transport is closed. */
  explainStart(error: unknown, timedOut: boolean): string;
  /** Explains why a running server has ended. `error` is the error that revealed the end, if any. */
  explainEnd(error: unknown): string;
  explainRequest(error: unknown): RequestFailure;
  /** Tells the server that this session is over, before the transport is closed. */
  terminateSession?(): Promise<void>;
}

export interface TransportOptions {
  readonly log: ServerLog;
  readonly stop: StopTimes;
  /** Time limit of `initialize` in milliseconds, for messages. The caller aborts `initialize` with a `TimeoutError`. */
  readonly startMs: number;
  /** The configuration file that defines the server, for messages. */
  readonly origin: string;
}

/** Passes messages to the client. One that makes it throw, perhaps by its nesting, must not stop the reading. */
export async function handOver(messages: readonly JSONRPCMessage[], client: Transport): Promise<void> {
  for (const message of messages) {
    try {
      client.onmessage?.(message);
    } catch (error) {
      client.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    // The client handles notifications one microtask late. Without this wait, progress could arrive after its own
    // answer.
    await Promise.resolve();
  }
}
