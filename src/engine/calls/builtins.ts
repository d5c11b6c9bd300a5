// Answers what a script asks of `codemode` itself: the catalog and the session's store.
import type { CatalogSnapshot } from '../../catalog/catalogSnapshot.ts';
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { SessionStore } from '../../storage/sessionStore.ts';
import { unknownOrigin } from '../../storage/valueOrigins.ts';
import type { CallReply, GuestCall } from '../../sandbox/host/sandboxPort.ts';
import type { ToolFinder } from '../find/toolFinder.ts';
import type { FlowGuard } from '../flow/flowGuard.ts';

const MOST_DESCRIBED = 50;
/** `AnsweredTool.how` for a value of `codemode.store`. */
const fromStore = 'had answered in a run that stored what this run has read';

type BuiltinCall = Extract<GuestCall, { target: 'codemode' }>;

export class Builtins {
  readonly #snapshot: CatalogSnapshot;
  readonly #finder: ToolFinder;
  readonly #store: SessionStore;
  readonly #session: string;
  readonly #flows: FlowGuard;

  constructor(snapshot: CatalogSnapshot, finder: ToolFinder, store: SessionStore, session: string, flows: FlowGuard) {
    this.#snapshot = snapshot;
    this.#finder = finder;
    this.#store = store;
    this.#session = session;
    this.#flows = flows;
  }

  /** Settles every call exactly once. */
  readonly answer = async (call: BuiltinCall): Promise<CallReply> => {
    const [first, second] = call.params;
    switch (call.method) {
      case 'search':
        return this.#search(call, first, second);
      case 'describe':
        return this.#describe(call, first, second);
      case 'store.keys':
        // A key can hold what a tool answered, too.
        this.#flows.read(this.#store.originsOf(this.#session) ?? [], fromStore);
        return { ok: true, value: this.#store.keys(this.#session) };
      default:
        return typeof first === 'string' ? this.#keyed(call, first, second) : wrong(call, 'takes a string key first.');
    }
  };

  /** Notes that the script gets the reply to this call from the record of an earlier run. */
  repeated({ method, params: [key] }: BuiltinCall): void {
    const known = typeof key === 'string' ? this.#store.originsOf(this.#session, key) : [];
    if (method === 'store.get') this.#flows.read(known ?? [unknownOrigin], fromStore);
    else if (method === 'store.keys') this.#flows.read([unknownOrigin], fromStore);
  }

  async #search(call: BuiltinCall, query: JsonValue | undefined, options: JsonValue | undefined): Promise<CallReply> {
    if (typeof query !== 'string') return wrong(call, 'takes a query string first.');
    const { server, limit } = isJsonObject(options) ? options : {};
    const found = await this.#finder.search(this.#snapshot, query, {
      ...(typeof server === 'string' && { server }),
      ...(typeof limit === 'number' && { limit }),
    });
    return { ok: true, value: found.map((tool) => ({ ...tool })) };
  }

  async #describe(call: BuiltinCall, paths: JsonValue | undefined, options: JsonValue | undefined): Promise<CallReply> {
    const all = typeof paths === 'string' ? [paths] : paths;
    if (!Array.isArray(all) || !all.every((path) => typeof path === 'string')) {
      return wrong(call, 'takes a path such as "tools.geo.getCity", or an array of them.');
    }
    if (all.length > MOST_DESCRIBED) return wrong(call, `takes at most ${MOST_DESCRIBED} paths.`);
    const whole = isJsonObject(options) && options['whole'] === true;
    const described = await Promise.all(all.map((path) => this.#finder.describe(this.#snapshot, path, { whole })));
    return { ok: true, value: described.map(({ text }) => text).join('\n\n') };
  }

  #keyed(call: BuiltinCall, key: string, value: JsonValue | undefined): CallReply {
    if (call.method === 'store.set') {
      const written = this.#store.set(this.#session, key, value ?? null, this.#flows.origins);
      return written.ok ? { ok: true, value: undefined } : failure(call, 'limit_exceeded', written.message);
    }
    // The presence of a key can tell what a tool answered, too.
    this.#flows.read(this.#store.originsOf(this.#session, key) ?? [], fromStore);
    if (call.method === 'store.delete') return { ok: true, value: this.#store.delete(this.#session, key) };
    return { ok: true, value: this.#store.get(this.#session, key) };
  }
}

function wrong(call: BuiltinCall, problem: string): CallReply {
  return failure(call, 'invalid_input', `codemode.${call.method} ${problem}`);
}

function failure(call: BuiltinCall, code: 'invalid_input' | 'limit_exceeded', message: string): CallReply {
  return { ok: false, error: { code, server: 'codemode', tool: call.method, message, retryable: false, content: [] } };
}
