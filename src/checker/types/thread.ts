// The entry of the type checker's worker thread.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { loadCached } from '../../threads/cachedCode.ts';
import { serveRequests } from '../../threads/serveRequests.ts';
import type { TypesThreadData } from './threadedTypeChecker.ts';
import type { TypeAnswers as TypeAnswersClass } from './typeAnswers.ts';
import type { TypeCheckRequest } from './typeCheck.ts';

/** What the built `typeAnswers.ts` exports. */
interface TypeAnswersModule {
  readonly TypeAnswers: typeof TypeAnswersClass;
}

async function serve({ libFolder, cachedCode }: TypesThreadData): Promise<void> {
  const code = cachedCode && loadCached(cachedCode);
  const { TypeAnswers } = code ? (code.exports as TypeAnswersModule) : await import('./typeAnswers.ts'); // built of it
  const answers = new TypeAnswers(libFolder);
  const receive = serveRequests((request: TypeCheckRequest) => {
    const found = answers.answer(request);
    // Before the answer: who has it may end the thread.
    code?.save();
    return found;
  });
  const waiting: { message: unknown } | undefined = parentPort ? receiveMessageOnPort(parentPort) : undefined;
  if (waiting) receive(waiting.message);
  else answers.warm();
}

// The build makes CommonJS of it, which has no `await` here; what is thrown ends the thread, and its owner hears of it.
void serve(workerData as TypesThreadData); // given by threadedTypeChecker alone
