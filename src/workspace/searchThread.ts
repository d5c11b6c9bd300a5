// The entry of the thread that tries a regular expression on texts. A pattern can keep it busy for ever; its client ends it.
import { parentPort, workerData } from 'node:worker_threads';
import { serveRequests, threadReady } from '../base/threads/serveRequests.ts';
import type { SearchThreadData, SearchThreadRequest } from './regExpMatcher.ts';
import { matchingLines } from './textMatcher.ts';

const { source, flags } = workerData as SearchThreadData; // given by regExpMatcher.ts alone, as the requests are
const pattern = new RegExp(source, flags);

serveRequests(({ text, most }: SearchThreadRequest) => matchingLines(text, (line) => line.search(pattern), most));

// It is loaded: from now on it is the pattern that takes time.
parentPort?.postMessage(threadReady);
