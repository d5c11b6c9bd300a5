// Maps the tool names in a model's calls to existing tools. Models invent names from the API: `functions.executeCode`,
// `execute_code`, `tools.functions.getCity`, `multi_tool_use.parallel`. A name is mapped only if it can mean one tool,
// so that a client never receives a call of an unknown tool.
import { isJsonArray, isJsonObject, type JsonObject } from '../../base/json.ts';
import { readArguments, readModelCall, toolCall, type ModelToolCall } from '../askModel.ts';
import { upstreamFailed } from './chatError.ts';
import { ownNames } from './modelTools.ts';
import { mostCalls } from './turnState.ts';

/** Maximum length of a name that is mapped, in characters. */
const longestRead = 256;
/** Maximum length of a name that servers accept in the history, in characters. */
const longestSent = 64;
/** Namespaces that models put in front of a tool, as in scripts or in their own prompt templates. */
const namespace = /^[^\p{L}\p{N}]*(?:tools?|functions?|default_api)[^\p{L}\p{N}]+/iu;
/** Matches a tool of this module behind any prefix, such as that of an MCP server. */
const prefixed = /[^a-z0-9](execute[^a-z0-9]*code|find[^a-z0-9]*tools)$/i;
const parallel = /multitooluse(?:parallel)?$/;

/** The tools that a model can call in one request. */
export class CalledTools {
  readonly #clients: ReadonlySet<string>;
  readonly #methods: ReadonlyMap<string, string>;
  /** Names by their letters and digits; undefined if several tools share them. */
  readonly #folded = new Map<string, string | undefined>();

  /** `clients`: names of the client's tools. `methods`: names of those for scripts, by their names in scripts. */
  constructor(clients: readonly string[], methods: ReadonlyMap<string, string>) {
    this.#clients = new Set(clients);
    this.#methods = methods;
    for (const name of new Set([...clients, ...ownNames])) {
      const key = folded(name);
      this.#folded.set(key, this.#folded.has(key) ? undefined : name);
    }
  }

  /** True if the client has a tool of this name. */
  has(name: string): boolean {
    return this.#clients.has(name);
  }

  /** Returns the name of the tool that is meant; undefined if there is none or more than one. */
  find(name: string): string | undefined {
    if (this.#isOne(name)) return name;
    if (name.length > longestRead) return undefined;
    // Servers leave parts of the model's own format in names: `executeCode<|channel|>json`, `functions.executeCode:0`.
    const whole = name.replace(/<\|.*$/s, '').replace(/:\d+$/, '');
    for (let rest = whole; ;) {
      const found = this.#meant(rest);
      if (found !== undefined) return found;
      const without = rest.replace(namespace, '');
      if (without === rest) break;
      rest = without;
    }
    const [, own = ''] = prefixed.exec(whole) ?? [];
    const found = this.#meant(own);
    return found !== undefined && ownNames.includes(found) ? found : undefined;
  }

  #isOne(name: string): boolean {
    return this.#clients.has(name) || ownNames.includes(name);
  }

  #meant(name: string): string | undefined {
    if (ownNames.includes(name)) return name;
    const method = this.#methods.get(name);
    if (this.#clients.has(name)) return method === undefined || method === name ? name : undefined;
    if (method !== undefined) return method;
    const sent = sentName(name);
    if (this.#isOne(sent)) return sent;
    const key = folded(name);
    return key === '' ? undefined : this.#folded.get(key);
  }
}

/**
 * Returns the calls under names that a server accepts in the history. A call of an unknown tool stays, so that the
 * model receives an error. Throws a `ChatError` if there are too many calls.
 */
export function meantCalls(calls: readonly ModelToolCall[], tools: CalledTools): readonly ModelToolCall[] {
  const single = calls.flatMap((call) =>
    tools.find(call.name) === undefined ? (parallelCalls(call) ?? [call]) : [call],
  );
  if (single.length > mostCalls)
    throw upstreamFailed(`The model made ${single.length} calls in one answer; the limit is ${mostCalls}.`);
  return single.map((call) => named(call, tools.find(call.name) ?? sentName(call.name)));
}

/** Returns the name of a tool in a request, by which models call the tool. */
export function toolName({ function: called, name, type }: JsonObject): string | undefined {
  const names = [isJsonObject(called) ? called['name'] : undefined, name, type];
  return names.find((one) => typeof one === 'string');
}

/** Returns the calls inside a call of `multi_tool_use.parallel` of OpenAI's prompt templates, else undefined. */
function parallelCalls({ id, name, text, raw }: ModelToolCall): readonly ModelToolCall[] | undefined {
  const uses = parallel.test(folded(name.slice(0, longestRead)))
    ? readArguments(text)?.['tool_uses']
    : undefined;
  if (!isJsonArray(uses) || uses.length === 0) return undefined;
  const calls = uses.flatMap((use, at) => {
    if (!isJsonObject(use)) return [];
    const { recipient_name: recipient = null, parameters = null } = use;
    const called = { type: 'function', function: { name: recipient, arguments: parameters } };
    return readModelCall(at === 0 ? { ...raw, ...called } : { id: `${id}_${at}`, ...called }) ?? [];
  });
  return calls.length === uses.length ? calls : undefined;
}

function named(call: ModelToolCall, name: string): ModelToolCall {
  return name === call.name ? call : toolCall(call.id, name, call.text, call.raw);
}

function sentName(name: string): string {
  return name.slice(0, longestSent).replace(/[^\w-]/g, '_') || 'unnamed';
}

function folded(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}
