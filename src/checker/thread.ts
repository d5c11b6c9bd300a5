// The entry of the checker's worker thread: parsing a large script takes longer than the extension host, which all extensions share, can
// spare.
import { workerData } from 'node:worker_threads';
import { loadCached } from '../threads/cachedCode.ts';
import { serveRequests } from '../threads/serveRequests.ts';
import type { prepareScript as PrepareScript } from './prepareScript.ts';
import type { CheckerThreadData } from './threadedChecker.ts';

/** What the built `prepareScript.ts` exports. */
interface PrepareScriptModule {
  readonly prepareScript: typeof PrepareScript;
}

async function serve({ cachedCode }: CheckerThreadData): Promise<void> {
  const loaded = cachedCode && loadCached(cachedCode);
  const { prepareScript } = loaded ? (loaded.exports as PrepareScriptModule) : await import('./prepareScript.ts'); // built of it
  serveRequests(({ code }: { readonly code: string }) => {
    const prepared = prepareScript(code);
    // Before the answer: who has it may end the thread.
    loaded?.save();
    return prepared;
  });
}

await serve(workerData as CheckerThreadData); // given by threadedChecker alone
