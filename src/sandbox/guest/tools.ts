// The global `tools`, with functions `tools.<server>.<tool>(input)`. Every name is callable, so that a misspelt one
// gets the host's answer with the nearest real names. `Object.keys` and `in` show the names that the run knows.
import { maxNameLength } from '../protocol/bounds.ts';
import type { Calls } from './calls.ts';

/** Names of callable tools by namespace. */
export type ToolNames = Readonly<Record<string, readonly string[]>>;

/** Creates a read-only object whose properties are created on first access. */
function listing(keys: () => readonly string[], get: (key: string) => unknown): object {
  const refuse = () => false;
  const target: object = Object.create(null) as object;
  return new Proxy(target, {
    get: (_target, key) => (isName(key, keys) ? get(key) : undefined),
    has: (_target, key) => typeof key === 'string' && keys().includes(key),
    ownKeys: () => [...keys()],
    getOwnPropertyDescriptor: (_target, key) =>
      typeof key === 'string' && keys().includes(key)
        ? { value: get(key), enumerable: true, configurable: true, writable: false }
        : undefined,
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    preventExtensions: refuse,
    setPrototypeOf: refuse,
  });
}

/**
 * True if a property access means a tool. Properties that the language itself reads (for `await`, `String()`,
 * `JSON.stringify`, `instanceof`) mean a tool only if one has such a name. `then` never means a tool, because `await
 * tools.geo` must not call anything.
 */
function isName(key: string | symbol, keys: () => readonly string[]): key is string {
  if (typeof key !== 'string' || key === 'then' || key.length > maxNameLength) return false;
  return !(key in Object.prototype || key === 'toJSON') || keys().includes(key);
}

/** `names` is called at each access, because the object is created before the run is known. */
export function makeTools(names: () => ToolNames, calls: Calls): object {
  const namesOf = (server: string) => (Object.hasOwn(names(), server) ? (names()[server] ?? []) : []);
  const makeServer = (server: string) => {
    const made = new Map<string, unknown>(Object.entries(makeFeatures(server, calls)));
    return listing(
      () => namesOf(server),
      (tool) => remembered(made, tool, () => calls.toolFunction(server, tool)),
    );
  };
  const servers = new Map<string, unknown>();
  return listing(
    () => Object.keys(names()),
    (server) => remembered(servers, server, () => makeServer(server)),
  );
}

/** Returns the same function for a tool each time. */
function remembered(made: Map<string, unknown>, key: string, make: () => unknown): unknown {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}

/** Creates the objects `$resources` and `$prompts` of a server. */
function makeFeatures(server: string, calls: Calls): Readonly<Record<'$resources' | '$prompts', object>> {
  const nothing = () => undefined;
  const asGiven = (question: unknown) => question;
  const uriOf = (resource: unknown) => (typeof resource === 'string' ? { uri: resource } : resource);
  const promptOf = (prompt: unknown, args: unknown) =>
    typeof prompt === 'string' ? { name: prompt, arguments: args } : prompt;
  return {
    $resources: Object.freeze({
      list: calls.featureFunction(server, '$resources.list', nothing),
      templates: calls.featureFunction(server, '$resources.templates', nothing),
      read: calls.featureFunction(server, '$resources.read', uriOf),
      complete: calls.featureFunction(server, '$resources.complete', asGiven),
      updated: calls.featureFunction(server, '$resources.updated', uriOf),
    }),
    $prompts: Object.freeze({
      list: calls.featureFunction(server, '$prompts.list', nothing),
      get: calls.featureFunction(server, '$prompts.get', promptOf),
      complete: calls.featureFunction(server, '$prompts.complete', asGiven),
    }),
  };
}
