// Answers questions about recorded values: short ones at once, those in files of their own in a thread, which remembers what it read last.
import { WorkerClient } from '../base/threads/workerClient.ts';
import { answerQuery } from './answerQuery.ts';
import { ValuePieces } from './valuePieces.ts';
import type { SharedValue, ValueAnswer, ValueQuery, ValueQuestion } from './valueQueries.ts';
import type { RecordedValue } from './runEvent.ts';

interface PagedValuesOptions {
  /** Of the workspace's runs. */
  readonly folder: string;
  /** The built `pagedValuesThread`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
}

export class PagedValues {
  readonly #thread: WorkerClient<ValueAnswer>;

  /** Starts nothing. */
  constructor({ folder, threadFile, log }: PagedValuesOptions) {
    const workerData: PagedValuesThreadData = { folder };
    this.#thread = new WorkerClient({
      name: 'reader of values',
      threadFile,
      workerData,
      log,
      timeoutMs: 30_000,
      idleMs: 60_000,
      heapMb: 1_024,
    });
  }

  /** Rejects only when aborted or disposed. */
  async ask(value: RecordedValue | SharedValue, query: ValueQuery, signal: AbortSignal): Promise<ValueAnswer> {
    if ('v' in value) return answerQuery(new ValuePieces(value.v), query);
    if (!('file' in value) && !('shared' in value)) return { kind: 'none', why: 'omitted' };
    const question: ValueQuestion = { value, query };
    const reply = await this.#thread.request(question, signal);
    return reply.ok ? reply.data : { kind: 'none', why: 'failed' };
  }

  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}

export interface PagedValuesThreadData {
  readonly folder: string;
}
