// Progress notifications of a server on their way to a run. The fraction never decreases, and a flood of notifications
// is throttled.
import type { Progress } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../base/json.ts';
import type { CallOptions } from '../../catalog/index.ts';
import { shownLine } from '../../base/text/plainText.ts';

/** Number of notifications that are passed on at once. Then only the newest is, every `everyMs` milliseconds. */
const burst = 20;
const everyMs = 50;
const longestMessage = 500;

/** Options of one of the requests that make up a call. */
export interface RequestOptions extends Omit<CallOptions, 'onProgress'> {
  /** Receives the server's progress notifications. */
  readonly progress?: ThrottledProgress | undefined;
  /** Input schema of the called tool, if it is known. */
  readonly inputSchema?: JsonObject | undefined;
}

export class ThrottledProgress {
  readonly #report: NonNullable<CallOptions['onProgress']>;
  #passed = 0;
  #fraction = 0;
  #newest: Progress | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(report: NonNullable<CallOptions['onProgress']>) {
    this.#report = report;
  }

  came(notification: Progress): void {
    if (this.#ended) return;
    if (this.#passed < burst) {
      this.#passed++;
      this.#pass(notification);
    } else this.#newest = notification;
    this.#timer ??= setTimeout(() => this.#turn(), everyMs);
  }

  /** Passes on the last notification and ends. Called when the call has settled. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#ended = true;
    if (this.#newest) this.#pass(this.#newest);
    this.#newest = undefined;
  }

  #turn(): void {
    this.#timer = undefined;
    if (!this.#newest) {
      this.#passed = 0;
      return;
    }
    this.#pass(this.#newest);
    this.#newest = undefined;
    this.#timer = setTimeout(() => this.#turn(), everyMs);
  }

  #pass({ progress, total, message = '' }: Progress): void {
    const hasTotal = total !== undefined && total > 0;
    if (hasTotal) this.#fraction = Math.min(1, Math.max(this.#fraction, progress / total));
    this.#report(shownLine(message, longestMessage), hasTotal ? this.#fraction : undefined);
  }
}
