// The entry of the type checker's worker thread: TypeScript is 9 MB of code and keeps some 100 MB of types, which the
// extension host should neither load nor hold. One request at a time; each gets exactly one answer.
import { parentPort, workerData } from 'node:worker_threads';
import { checkTypes } from './checkTypes.ts';
import { ScriptProgram } from './scriptProgram.ts';
import { isTypesRequest, type TypesAnswer, type TypesRequest } from './typesMessages.ts';

const scripts = new ScriptProgram(String(workerData));
// The library is read, and its types are known, before the first script comes.
checkTypes(scripts, { source: 'const [a] = await Promise.all([1].map(async (n) => ({ n }))); return `${a.n}`;', declarations: '' });

function answer({ id, ...request }: TypesRequest): TypesAnswer {
  try {
    return { id, data: checkTypes(scripts, request) };
  } catch (error) {
    // Trees are walked as deep as the code is nested.
    if (error instanceof RangeError) return { id, data: [] };
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (message: unknown) => {
  if (isTypesRequest(message)) parentPort?.postMessage(answer(message));
});
