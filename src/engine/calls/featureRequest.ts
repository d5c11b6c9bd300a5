// What a script asks of a server's `$resources` and `$prompts`, as a request to the server, or as what is wrong with it.
import { type JsonObject, type JsonValue, isJsonObject } from '../../base/json.ts';
import { featureCalls, type FeatureRequest } from '../../catalog/serverFeatures.ts';
import type { FeatureMethod } from '../../sandbox/host/sandboxPort.ts';

type FeatureRequestReading =
  | { readonly ok: true; readonly request: FeatureRequest }
  /** `problem` says how the method is called. */
  | { readonly ok: false; readonly problem: string };

export function readFeatureRequest(method: FeatureMethod, input: JsonValue | undefined): FeatureRequestReading {
  const fields = isJsonObject(input) ? input : {};
  switch (method) {
    case '$resources.read':
    case '$resources.updated':
      return readUri(method, fields);
    case '$prompts.get':
      return readPrompt(fields);
    default:
      return { ok: true, request: { method: featureCalls[method].method } };
  }
}

function readUri(method: '$resources.read' | '$resources.updated', { uri }: JsonObject): FeatureRequestReading {
  if (typeof uri === 'string' && uri !== '') return { ok: true, request: { method: featureCalls[method].method, uri } };
  const example = `${method.replace('$resources.', '')}("file:///notes.txt")`;
  return { ok: false, problem: `takes a resource URI: ${example}. List them with $resources.list()` };
}

function readPrompt({ name, arguments: given = {} }: JsonObject): FeatureRequestReading {
  if (typeof name !== 'string' || name === '') {
    return { ok: false, problem: 'takes a prompt name: get("review", { language: "en" }). List them with $prompts.list()' };
  }
  if (!isTexts(given)) return { ok: false, problem: 'takes prompt arguments as an object of strings' };
  return { ok: true, request: { method: 'prompts/get', name, arguments: given } };
}

function isTexts(value: JsonValue): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every((inner) => typeof inner === 'string');
}
