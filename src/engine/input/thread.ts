// The entry point of the validator's worker thread, since some schemas and expressions of servers take forever.
import { parentPort, workerData } from 'node:worker_threads';
import { exampleCall, type SchemaObject } from '../../declarations/index.ts';
import type { JsonObject } from '../../base/json.ts';
import { serveRequests, threadReady } from '../../base/threads/serveRequests.ts';
import { CompiledSchemas } from './compiledSchemas.ts';
import type { InputRequest, InputThreadData } from './inputValidator.ts';
import { passesFastCheck } from '../../catalog/index.ts';
import { problemText } from './problemText.ts';

/** Delay in milliseconds before the validator is warmed up after an example, since the next request is not imminent. */
const warmAfterMs = 250;

const schemas = new CompiledSchemas();

/** Returns an example only if the schema accepts it and it says more than the types. */
function example(schema: string, path: string): string | undefined {
  const inputSchema = JSON.parse(schema) as JsonObject & SchemaObject; // the host wrote this JSON
  const found = exampleCall({ path, inputSchema });
  if (!found?.saysMore) return undefined;
  const input = JSON.parse(JSON.stringify(found.input)) as JsonObject; // the value was made of JSON
  const isAccepted = () =>
    schemas.mistakes(schema, input)?.length === 0 && schemas.doubts(schema, input).length === 0;
  return passesFastCheck(inputSchema, input) || isAccepted() ? found.text : undefined;
}

function answer(request: InputRequest): string | undefined {
  const { what, schema } = request;
  try {
    if (what === 'example') return example(schema, request.path);
    const input: unknown = JSON.parse(request.input);
    const mistakes = what === 'check' ? schemas.mistakes(schema, input) : schemas.doubts(schema, input);
    if (!mistakes || mistakes.length === 0) return undefined;
    return problemText(mistakes, what === 'check' ? 'must' : 'should');
  } catch (error) {
    // The functions recurse as deeply as schemas are nested.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

serveRequests(answer);
const { beginsWith } = workerData as InputThreadData; // only `inputValidator` starts this thread
// The thread warms up before the first check, whose time limit then starts. Most examples do not need this work, which
// is most of their cost on the terminal.
if (beginsWith !== 'example') schemas.warm();
else setTimeout(() => schemas.warm(), warmAfterMs);
parentPort?.postMessage(threadReady);
