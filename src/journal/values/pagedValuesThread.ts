// Entry of the thread that reads long values of records for views.
import { workerData } from 'node:worker_threads';
import type { JsonValue } from '../../base/json.ts';
import { serveRequests } from '../../base/threads/serveRequests.ts';
import { answerQuery } from './answerQuery.ts';
import { ValueFiles } from '../record/valueFiles.ts';
import { ValuePieces } from './valuePieces.ts';
import type { ValueAnswer, ValueQuestion } from './valueQueries.ts';
import { setNewest } from '../../base/setNewest.ts';
import { parseExact } from '../../base/exactJson.ts';

/** Number of values that stay in memory: the input and the output of the call that is shown. */
const mostRead = 2;

const files = new ValueFiles(workerData as string); // only PagedValues gives this data and sends the requests
const read = new Map<string, ValuePieces>();

serveRequests(async ({ value, query }: ValueQuestion): Promise<ValueAnswer> => {
  const pieces = await piecesOf(value);
  return pieces ? answerQuery(pieces, query) : { kind: 'none', why: 'missing' };
});

async function piecesOf(value: ValueQuestion['value']): Promise<ValuePieces | undefined> {
  const key = 'shared' in value ? value.key : value.file;
  const known = read.get(key);
  if (known) return known;
  // The host itself wrote the shared memory, so its JSON needs no check.
  const found =
    'shared' in value
      ? { value: parseExact(Buffer.from(value.shared).toString()) as JsonValue }
      : await files.read(value.file);
  if (!found) return undefined;
  const pieces = new ValuePieces(found.value);
  setNewest(read, key, pieces, mostRead);
  return pieces;
}
