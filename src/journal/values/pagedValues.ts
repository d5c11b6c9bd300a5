// Answers questions about recorded values. Short values are answered at once; a thread writes whole tables
// and reads values in files of their own, and remembers the last values it read.
import { randomUUID } from 'node:crypto';
import { stringifyExact } from '../../base/exactJson.ts';
import type { JsonValue } from '../../base/json.ts';
import { WorkerClient } from '../../base/threads/workerClient.ts';
import { isShort, longJson, nothingHidden } from '../redaction/longJson.ts';
import { answerQuery } from './answerQuery.ts';
import { ValuePieces } from './valuePieces.ts';
import type { HeldValue, SharedValue, ValueAnswer, ValueQuery, ValueQuestion } from './valueQueries.ts';

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
  async ask(value: HeldValue, query: ValueQuery, signal: AbortSignal): Promise<ValueAnswer> {
    if ('v' in value) {
      if (query.kind !== 'tableText') return answerQuery(new ValuePieces(value.v), query);
      // The table of a short list of objects with different names may have a million cells.
      return this.ask(sharedValue(Buffer.from(stringifyExact(value.v))), query, signal);
    }
    if (!('file' in value) && !('shared' in value)) return { kind: 'none', why: 'omitted' };
    const question: ValueQuestion = { value, query };
    const reply = await this.#thread.request(question, signal);
    return reply.ok ? reply.data : { kind: 'none', why: 'failed' };
  }

  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}

/**
 * Holds a value of this window that is in no record: a short value as it is, a long one as JSON in shared memory, which
 * the thread reads. The JSON is written in slices, since other work shares the thread of the host.
 */
export async function holdValue(value: JsonValue): Promise<HeldValue> {
  if (isShort(value)) return { v: value };
  return sharedValue((await longJson(value, [], nothingHidden)).json);
}

function sharedValue(json: Buffer): SharedValue {
  const shared = new SharedArrayBuffer(json.length);
  json.copy(new Uint8Array(shared));
  return { shared, key: randomUUID() };
}
