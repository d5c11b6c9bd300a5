// A server's progress notifications on their way to a run: they never go back, and a storm of them does not reach who shows them.
import type { JsonObject } from '../../base/json.ts';
import type { CallOptions } from '../../catalog/toolSource.ts';
import { shownLine } from '../../base/text/plainText.ts';

/** As MCP has it. */
interface ProgressNotification {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** This many are passed on as they come; of more, the newest now and then. */
const burst = 20;
const everyMs = 50;
const longestMessage = 500;

/** Options of one of the requests that a call is made of. */
export interface RequestOptions extends Omit<CallOptions, 'onProgress'> {
  /** Where the server's notifications go. */
  readonly progress?: ThrottledProgress | undefined;
  /** The input schema of the called tool, where it is known. */
  readonly inputSchema?: JsonObject | undefined;
}

export class ThrottledProgress {
  readonly #report: NonNullable<CallOptions['onProgress']>;
  #passed = 0;
  #fraction = 0;
  #newest: ProgressNotification | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(report: NonNullable<CallOptions['onProgress']>) {
    this.#report = report;
  }

  came(notification: ProgressNotification): void {
    if (this.#ended) return;
    if (this.#passed < burst) {
      this.#passed++;
      this.#pass(notification);
    } else this.#newest = notification;
    this.#timer ??= setTimeout(() => this.#turn(), everyMs);
  }

  /** The call has settled: the last that came is passed on. */
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

  #pass({ progress, total, message = '' }: ProgressNotification): void {
    if (total === undefined || total <= 0) {
      this.#report(shownLine(message, longestMessage), undefined);
      return;
    }
    this.#fraction = Math.min(1, Math.max(this.#fraction, progress / total));
    this.#report(shownLine(message, longestMessage), this.#fraction);
  }
}
