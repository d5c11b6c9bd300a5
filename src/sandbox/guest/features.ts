// `tools.<server>.$resources` and `tools.<server>.$prompts`: what a server offers beside its tools. They are there for every
// server, so that one which has none gets the host's answer, and are not listed among the tools.
import type { FeatureMethod } from '../protocol/messages.ts';

export type CallFeature = (
  server: string,
  method: FeatureMethod,
  input: unknown,
  caller: (first?: unknown, second?: unknown) => unknown,
) => Promise<unknown>;

/** By the names that scripts have for them. */
export function makeFeatures(server: string, call: CallFeature): Readonly<Record<'$resources' | '$prompts', object>> {
  const asker = (method: FeatureMethod, toInput: (first: unknown, second: unknown) => unknown) => {
    const ask = (first?: unknown, second?: unknown) => call(server, method, toInput(first, second), ask);
    return Object.freeze(Object.defineProperty(ask, 'name', { value: method }));
  };
  const nothing = () => undefined;
  const uriOf = (resource: unknown) => (typeof resource === 'string' ? { uri: resource } : resource);
  return {
    $resources: Object.freeze({
      list: asker('$resources.list', nothing),
      templates: asker('$resources.templates', nothing),
      read: asker('$resources.read', uriOf),
      updated: asker('$resources.updated', uriOf),
    }),
    $prompts: Object.freeze({
      list: asker('$prompts.list', nothing),
      get: asker('$prompts.get', (prompt, args) => (typeof prompt === 'string' ? { name: prompt, arguments: args } : prompt)),
    }),
  };
}
