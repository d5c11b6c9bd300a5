// The entry of the validator's worker thread: schemas, and the expressions in them, come from servers, and some take for ever.
import { parentPort, workerData } from 'node:worker_threads';
import { exampleCall } from '../../declarations/example/exampleCall.ts';
import type { JsonObject } from '../../base/json.ts';
import type { SchemaObject } from '../../declarations/schema/jsonSchema.ts';
import { serveRequests, threadReady } from '../../base/threads/serveRequests.ts';
import { CompiledSchemas } from './compiledSchemas.ts';
import type { InputCheck, InputData, InputRequest, InputThreadData } from './inputCheck.ts';
import { passesFastCheck } from '../../catalog/fastCheck.ts';
import { problemText } from './problemText.ts';

/** After an example the next request is not so near. */
const warmAfterMs = 250;

const schemas = new CompiledSchemas();

function check(schema: string, input: unknown): InputCheck {
  const mistakes = schemas.mistakes(schema, input);
  if (!mistakes) return { verdict: 'unknown' };
  return mistakes.length === 0 ? { verdict: 'fits' } : { verdict: 'wrong', problem: problemText(mistakes) };
}

function doubts(schema: string, input: unknown): InputData {
  const found = schemas.doubts(schema, input);
  return { verdict: 'doubts', ...(found.length > 0 && { text: problemText(found, 'should') }) };
}

/** Left out rather than wrong or idle: only what the schema accepts, and what its types do not say. */
function example(schema: string, path: string): InputData {
  const inputSchema = JSON.parse(schema) as JsonObject & SchemaObject; // the host wrote it
  const found = exampleCall({ path, inputSchema });
  if (!found?.saysMore) return { verdict: 'example' };
  const input = JSON.parse(JSON.stringify(found.input)) as JsonObject; // made of JSON
  const isAccepted = () => check(schema, input).verdict === 'fits' && schemas.doubts(schema, input).length === 0;
  const fits = passesFastCheck(inputSchema, input) || isAccepted();
  return { verdict: 'example', ...(fits && { text: found.text }) };
}

function answer(request: InputRequest): InputData {
  const { what, schema } = request;
  try {
    if (what === 'example') return example(schema, request.path);
    const input: unknown = JSON.parse(request.input);
    return what === 'check' ? check(schema, input) : doubts(schema, input);
  } catch (error) {
    // Schemas are walked as deep as they are nested.
    if (error instanceof RangeError) return { verdict: 'unknown' };
    throw error;
  }
}

serveRequests(answer);
const { beginsWith } = workerData as InputThreadData; // given by inputValidator alone
// Before the first check, whose clock runs then. Most examples need none of it, and it is most of what one costs on the terminal.
if (beginsWith !== 'example') schemas.warm();
else setTimeout(() => schemas.warm(), warmAfterMs);
parentPort?.postMessage(threadReady);
