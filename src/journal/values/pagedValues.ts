// Answers questions about recorded values. Short values are answered at once; values in files of their own are read by
// a thread, which remembers the last values it read.
import { WorkerClient } from '../../base/threads/workerClient.ts';
import { answerQuery } from './answerQuery.ts';
import { ValuePieces } from './valuePieces.ts';
import type { SharedValue, ValueAnswer, ValueQuery, ValueQuestion } from './valueQueries.ts';
import type { RecordedValue } from '../record/runEvent.ts';

interface PagedValuesOptions {
  readonly folder: string;
  /** Path of the built `pagedValuesThread`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
}

export class PagedValues {
  readonly #thread: WorkerClient<ValueAnswer>;

  /** The thread starts with the first question. */
  constructor({ folder, threadFile, log }: PagedValuesOptions) {
    this.#thread = new WorkerClient({
      name: 'reader of values',
      threadFile,
      workerData: folder,
      log,
      timeoutMs: 30_000,
      idleMs: 60_000,
      heapMb: 1_024,
    });
  }

  /** Rejects only when aborted or disposed. */
  async ask(
    value: RecordedValue | SharedValue,
    query: ValueQuery,
    signal: AbortSignal,
  ): Promise<ValueAnswer> {
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
