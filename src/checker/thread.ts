// Entry point of the checker's worker thread. Parsing a large script would block the extension host, which all
// extensions share, for too long, and TypeScript is 4 MB of code that keeps some 100 MB of types. TypeScript is loaded
// with the first script whose types are checked.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { loadCached } from '../base/threads/cachedCode.ts';
import { serveRequests } from '../base/threads/serveRequests.ts';
import type * as prepareScriptModule from './prepareScript.ts';
import type { CheckerRequest, CheckerThreadData } from './threadedChecker.ts';
import type * as typeAnswersModule from './types/typeAnswers.ts';

async function serve({ libFolder, cachedCode }: CheckerThreadData): Promise<void> {
  const parser = cachedCode && loadCached(cachedCode.prepareScript);
  // The build writes the cached file from the module with these exports.
  const { prepareScript } = parser
    ? (parser.exports as typeof prepareScriptModule)
    : await import('./prepareScript.ts');
  let types: Promise<typeAnswersModule.TypeAnswers> | undefined;
  let saveTypes = () => {};
  const loadTypes = async () => {
    const code = cachedCode && loadCached(cachedCode.typeAnswers);
    if (code) saveTypes = () => code.save();
    // The build writes the cached file from the module with these exports.
    const { TypeAnswers } = code
      ? (code.exports as typeof typeAnswersModule)
      : await import('./types/typeAnswers.ts');
    return new TypeAnswers(libFolder);
  };
  const answer = async (request: CheckerRequest) => {
    if ('code' in request) {
      const prepared = prepareScript(request.code);
      // The code cache is saved before the answer, because the receiver of the answer may end the thread.
      parser?.save();
      return prepared;
    }
    const answers = await (types ??= loadTypes());
    const found = answers.answer(request);
    saveTypes();
    return found;
  };
  const warm = async () => {
    if (types) return;
    const answers = await (types = loadTypes());
    const waiting: { message: unknown } | undefined = parentPort
      ? receiveMessageOnPort(parentPort)
      : undefined;
    if (waiting) receive(waiting.message);
    else answers.warm();
  };
  const receive = serveRequests(answer, () => void warm());
}

await serve(workerData as CheckerThreadData); // only threadedChecker.ts starts this thread
