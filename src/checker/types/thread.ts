// The entry of the type checker's worker thread. One request at a time; each gets exactly one answer.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { loadCached } from '../../threads/cachedCode.ts';
import type { TypeAnswers as TypeAnswersClass } from './typeAnswers.ts';
import { isTypesRequest, type TypesThreadData } from './typesMessages.ts';

/** What the built `typeAnswers.ts` exports. */
interface TypeAnswersModule {
  readonly TypeAnswers: typeof TypeAnswersClass;
}

async function serve({ libFolder, cachedCode }: TypesThreadData): Promise<void> {
  const port = parentPort;
  if (!port) return;
  const code = cachedCode && loadCached(cachedCode.file, cachedCode.folder);
  const { TypeAnswers } = code ? (code.exports as TypeAnswersModule) : await import('./typeAnswers.ts'); // built of it
  const answers = new TypeAnswers(libFolder);
  let isSaved = false;
  const answer = (message: unknown): void => {
    if (!isTypesRequest(message)) return;
    const found = answers.answer(message);
    // Before the answer: who has it may end the thread.
    if (!isSaved) code?.save();
    isSaved = true;
    port.postMessage(found);
  };
  const waiting: { message: unknown } | undefined = receiveMessageOnPort(port);
  if (waiting) answer(waiting.message);
  else answers.warm();
  port.on('message', answer);
}

// The build makes CommonJS of it, which has no `await` here; what is thrown ends the thread, and its owner hears of it.
void serve(workerData as TypesThreadData); // given by threadedTypeChecker alone
