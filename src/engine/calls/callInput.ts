// Reads the input of a call: for a tool, the arguments, completed with defaults and checked against the schema; for
// `$resources` and `$prompts`, the request to the server.
import { featureCalls, type CatalogTool, type FeatureRequest } from '../../catalog/index.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../base/json.ts';
import type { Declarations } from '../../declarations/index.ts';
import type { FeatureMethod } from '../../sandbox/index.ts';
import { advice } from '../formatting/index.ts';
import type { InputValidator } from '../input/inputValidator.ts';
import { readInput } from '../input/readInput.ts';
import type { CallNotes } from './callNotes.ts';
import { failedReply, type CallStep, type ReadyCall, type RuledCall } from './callStep.ts';

interface InputParts {
  readonly validator: InputValidator;
  readonly declarations: Declarations;
  readonly notes: CallNotes;
}

export function checkInputs({ validator, declarations, notes }: InputParts): CallStep<RuledCall, ReadyCall> {
  const refused = async ({ names, tool }: Extract<RuledCall, { kind: 'tool' }>, message: string) => {
    const { signature } = await declarations.tool(tool);
    return failedReply(names, 'invalid_input', message, `${advice.signature.model}${signature}`);
  };
  return async (call, next) => {
    const { names, called, passed, context } = call;
    if (call.kind === 'feature') {
      const reading = readFeatureRequest(call.method, passed);
      if (!reading.ok) return failedReply(names, 'invalid_input', `${called.path} ${reading.problem}.`);
      return next({ ...call, request: reading.request });
    }
    const { tool } = call;
    const { signal } = context;
    const read = await readInput(tool, passed, validator, signal);
    if (!read.ok) return refused(call, `${tool.path} takes one object.`);
    if (read.note !== undefined) notes.input(tool, read.note);
    const input = await withDefaults(tool, read.input, validator, signal);
    const problem = await validator.problem(tool, input, signal);
    if (validator.givenUp(tool)) notes.unchecked(tool);
    if (problem) return refused(call, `${tool.path}: ${problem}.`);
    return next({ ...call, input });
  };
}

/** Adds the defaults of the schema, unless they make a valid input invalid. */
async function withDefaults(
  tool: CatalogTool,
  input: JsonObject,
  validator: Pick<InputValidator, 'problem'>,
  signal: AbortSignal,
): Promise<JsonObject> {
  if (!tool.defaults) return input;
  const filled = { ...tool.defaults, ...input };
  const isRight = (await validator.problem(tool, filled, signal)) === undefined;
  return isRight || (await validator.problem(tool, input, signal)) !== undefined ? filled : input;
}

type FeatureRequestReading =
  | { readonly ok: true; readonly request: FeatureRequest }
  /** `problem` says how to call the method. */
  | { readonly ok: false; readonly problem: string };

export function readFeatureRequest(
  method: FeatureMethod,
  input: JsonValue | undefined,
): FeatureRequestReading {
  const fields = isJsonObject(input) ? input : {};
  switch (method) {
    case '$resources.read':
    case '$resources.updated':
      return readUri(method, fields);
    case '$prompts.get':
      return readPrompt(fields);
    case '$resources.complete':
    case '$prompts.complete':
      return readCompletion(method, fields);
    case '$resources.list':
    case '$resources.templates':
    case '$prompts.list':
      return { ok: true, request: { method: featureCalls[method].method } };
  }
}

function readUri(
  method: '$resources.read' | '$resources.updated',
  { uri }: JsonObject,
): FeatureRequestReading {
  if (typeof uri === 'string' && uri !== '')
    return { ok: true, request: { method: featureCalls[method].method, uri } };
  const example = `${method.replace('$resources.', '')}("file:///notes.txt")`;
  return { ok: false, problem: `takes a resource URI: ${example}. List them with $resources.list()` };
}

function readPrompt({ name, arguments: given = {} }: JsonObject): FeatureRequestReading {
  if (typeof name !== 'string' || name === '') {
    const problem = 'takes a prompt name: get("review", { language: "en" }). List them with $prompts.list()';
    return { ok: false, problem };
  }
  if (!isTexts(given)) return { ok: false, problem: 'takes prompt arguments as an object of strings' };
  return { ok: true, request: { method: 'prompts/get', name, arguments: given } };
}

function readCompletion(
  method: '$resources.complete' | '$prompts.complete',
  fields: JsonObject,
): FeatureRequestReading {
  const [key, example] =
    method === '$prompts.complete'
      ? (['name', '"review"'] as const)
      : (['uriTemplate', '"file:///{path}"'] as const);
  const { [key]: of, argument: name, value, arguments: known } = fields;
  if (typeof of !== 'string' || typeof name !== 'string' || typeof value !== 'string') {
    const asked = `complete({ ${key}: ${example}, argument: "path", value: "src/" })`;
    return { ok: false, problem: `takes one object of strings: ${asked}` };
  }
  if (known !== undefined && !isTexts(known))
    return { ok: false, problem: 'takes known arguments as an object of strings' };
  const ref =
    key === 'name'
      ? ({ type: 'ref/prompt', name: of } as const)
      : ({ type: 'ref/resource', uri: of } as const);
  const context = known && { context: { arguments: known } };
  return { ok: true, request: { method: 'completion/complete', ref, argument: { name, value }, ...context } };
}

function isTexts(value: JsonValue): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every((inner) => typeof inner === 'string');
}
