// Answers what a script asks of `codemode` itself: the catalog and the session's store.
import type { CatalogSnapshot } from '../../catalog/catalogSnapshot.ts';
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { SessionStore } from '../../storage/sessionStore.ts';
import { unknownOrigin } from '../../storage/valueOrigins.ts';
import type { CallReply } from '../../sandbox/host/sandboxPort.ts';
import type { ToolFinder } from '../find/toolFinder.ts';
import type { FlowGuard } from '../flow/flowGuard.ts';
import type { RunRecorder } from '../runJournal.ts';
import { failedReply, type BuiltinCall, type CallStep, type GuestServerCall, type MadeCall } from './callStep.ts';

const MOST_DESCRIBED = 50;
/** `AnsweredTool.how` for a value of `codemode.store`. */
const fromStore = 'had answered in a run that stored what this run has read';

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

  step(recorder: RunRecorder | undefined): CallStep<MadeCall, MadeCall<GuestServerCall>> {
    const answer = async (guest: BuiltinCall) => {
      const reply = await this.#answer(guest);
      recorder?.answered(guest.sequence, reply, undefined);
      return reply;
    };
    return ({ guest, context }, next) => (guest.target === 'codemode' ? answer(guest) : next({ guest, context }));
  }

  /**
   * Called with a call whose reply the script gets from the record of an earlier run. What that run wrote into the store is written again, since
   * the store may have ended with its process.
   */
  async repeated(call: BuiltinCall): Promise<void> {
    const { method, params } = call;
    const [key] = params;
    if (method === 'store.set' || method === 'store.delete') await this.#answer(call);
    const known = typeof key === 'string' ? this.#store.originsOf(this.#session, key) : [];
    if (method === 'store.get') this.#flows.read(known ?? [unknownOrigin], fromStore);
    else if (method === 'store.keys') this.#flows.read([unknownOrigin], fromStore);
  }

  async #answer(call: BuiltinCall): Promise<CallReply> {
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
  return failedReply({ server: 'codemode', tool: call.method }, code, message);
}
