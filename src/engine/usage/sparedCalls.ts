// Counts what one script spared its model: calls that did not go through the model, and bytes of their answers that the
// model never read.
import type { ContentBlock } from '../../base/contentBlock.ts';
import { addUsage, type ServerUsage, type Used } from '../stores/index.ts';
import type { RunObserver } from '../runObserver.ts';
import { displayText } from '../formatting/index.ts';

export type Spared = Pick<Used, 'sparedCalls' | 'unreadBytes'>;

/**
 * Calculates the savings: the model makes one call of `executeCode` instead of the calls of the script, and reads its
 * result instead of their answers.
 */
export function sparedOf(calls: number, answerBytes: number, readBytes: number): Spared {
  return { sparedCalls: Math.max(0, calls - 1), unreadBytes: Math.max(0, answerBytes - readBytes) };
}

/** Bytes of a result as the model received it: `text` and the `blocks` beside it, whose pictures count as base64. */
export function bytesRead(text: string, blocks: readonly ContentBlock[] = []): number {
  return blocks.reduce(
    (sum, block) => sum + ('data' in block ? block.data.length : Buffer.byteLength(displayText(block))),
    Buffer.byteLength(text),
  );
}

export class SparedCalls {
  readonly #servers = new Map<string, ServerUsage>();
  /** Servers of the calls whose answers have not reached the script, by call number. */
  readonly #unanswered = new Map<number, string>();
  #calls = 0;
  #bytes = 0;

  /** Counts the calls that a server answered in this run. */
  readonly onCallEnded: NonNullable<RunObserver['onCallEnded']> = ({ sequence, server, state, served }) => {
    if (served || (state !== 'finished' && state !== 'failed')) return;
    this.#calls += 1;
    this.#unanswered.set(sequence, server);
    addUsage(this.#servers, server, { calls: 1, bytes: 0 });
  };

  readonly onAnswered: NonNullable<RunObserver['onAnswered']> = (sequence, bytes) => {
    const server = this.#unanswered.get(sequence);
    if (server === undefined) return;
    this.#unanswered.delete(sequence);
    this.#bytes += bytes;
    addUsage(this.#servers, server, { calls: 0, bytes });
  };

  get hasCalled(): boolean {
    return this.#calls > 0;
  }

  /** `read` is the size in bytes of the result that the model received. */
  spared(read: number): Spared {
    return sparedOf(this.#calls, this.#bytes, read);
  }

  /** Usage by server name. */
  get servers(): Readonly<Record<string, ServerUsage>> {
    return Object.fromEntries(this.#servers);
  }
}
