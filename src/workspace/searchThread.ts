// Entry of the thread that matches a regular expression with texts. A pattern can run for ever; the client then ends
// the thread.
import { parentPort, workerData } from 'node:worker_threads';
import { serveRequests, threadReady } from '../base/threads/serveRequests.ts';
import type { SearchThreadData, SearchThreadRequest } from './regExpMatcher.ts';
import { matchingLines } from './textMatcher.ts';

const { source, flags } = workerData as SearchThreadData; // only regExpMatcher.ts gives this data and sends requests
const pattern = new RegExp(source, flags);

serveRequests(({ text, most }: SearchThreadRequest) =>
  matchingLines(text, (line) => line.search(pattern), most),
);

// The thread is loaded, so from now on only the pattern takes time.
parentPort?.postMessage(threadReady);
