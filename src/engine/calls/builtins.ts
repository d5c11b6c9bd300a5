// Answers the calls that a script makes to `codemode` itself: to the catalog and to the session's store.
import { errorMessage } from '../../base/errorMessage.ts';
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { SharedStateError, unknownOrigin } from '../stores/index.ts';
import type { CallReply } from '../../sandbox/index.ts';
import type { CallingRun } from './callingRun.ts';
import {
  failedReply,
  type BuiltinCall,
  type CallStep,
  type GuestServerCall,
  type MadeCall,
} from './callStep.ts';

const MOST_DESCRIBED = 50;
/** `AnsweredTool.how` for a tool whose answer is in a value of `codemode.store`. */
const fromStore = 'had answered in a run that stored what this run has read';

export class Builtins {
  readonly #run: CallingRun;
  /** Writes into the store that are in progress. */
  readonly #writing = new Set<Promise<unknown>>();
  /** Errors of the keys whose last write failed, by key. */
  readonly #unsaved = new Map<string, string>();

  constructor(run: CallingRun) {
    this.#run = run;
  }

  /** Resolves when each write into the store is over, also those that the script does not await. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  /** One sentence for each value that the script stored and that the store did not keep. */
  notes(): readonly string[] {
    return [...this.#unsaved].map(
      ([key, why]) =>
        `codemode.store may not have what the script wrote under ${JSON.stringify(key)}. ${why}`,
    );
  }

  readonly step: CallStep<MadeCall, MadeCall<GuestServerCall>> = ({ guest, context }, next) =>
    guest.target === 'codemode' ? this.#recorded(guest) : next({ guest, context });

  async #recorded(call: BuiltinCall): Promise<CallReply> {
    const reply = await this.#answer(call);
    this.#run.recorder?.answered(call.sequence, reply, undefined);
    return reply;
  }

  /**
   * Called with a call whose reply the script gets from the record of an earlier run. Writes of that run into the store
   * are repeated, since the store may have ended with its process.
   */
  async repeated(call: BuiltinCall, reply: CallReply): Promise<void> {
    const { method, params } = call;
    const { store, request, flows } = this.#run;
    const [key] = params;
    if (method === 'store.set' || method === 'store.delete') await this.#answer(call);
    // An absent value holds nothing.
    if (method === 'store.get' && reply.ok && reply.value !== undefined && typeof key === 'string') {
      // A value that the store no longer has, or that cannot be read, may hold answers of any tool.
      const read = async () => store.read(request.session, key);
      const stored = await read().catch(() => undefined);
      const isSame = stored && stringifyExact(stored.value) === stringifyExact(reply.value);
      flows.read(isSame ? stored.origins : [unknownOrigin], fromStore);
    }
    if (method === 'store.keys') flows.read([unknownOrigin], fromStore);
  }

  async #answer(call: BuiltinCall): Promise<CallReply> {
    try {
      return await this.#answerFrom(call);
    } catch (error) {
      if (error instanceof SharedStateError) return failure(call, 'server_unavailable', error.message);
      throw error;
    }
  }

  async #answerFrom(call: BuiltinCall): Promise<CallReply> {
    const { store, request, flows } = this.#run;
    const [first, second] = call.params;
    switch (call.method) {
      case 'search':
        return this.#search(call, first, second);
      case 'describe':
        return this.#describe(call, first, second);
      case 'store.keys': {
        const { keys, origins } = await store.list(request.session);
        // A key can contain data that a tool returned, too.
        flows.read(origins, fromStore);
        return { ok: true, value: keys };
      }
      default:
        return typeof first === 'string'
          ? this.#keyed(call, first, second)
          : wrong(call, 'takes a string key first.');
    }
  }

  async #search(
    call: BuiltinCall,
    query: JsonValue | undefined,
    options: JsonValue | undefined,
  ): Promise<CallReply> {
    if (typeof query !== 'string') return wrong(call, 'takes a query string first.');
    const { server, limit } = isJsonObject(options) ? options : {};
    const found = await this.#run.finder.search(this.#run.snapshot, query, {
      ...(typeof server === 'string' && { server }),
      ...(typeof limit === 'number' && { limit }),
    });
    return { ok: true, value: found.map((tool) => ({ ...tool })) };
  }

  async #describe(
    call: BuiltinCall,
    paths: JsonValue | undefined,
    options: JsonValue | undefined,
  ): Promise<CallReply> {
    const all = typeof paths === 'string' ? [paths] : paths;
    if (!Array.isArray(all) || !all.every((path) => typeof path === 'string')) {
      return wrong(call, 'takes a path such as "tools.geo.getCity", or an array of them.');
    }
    if (all.length > MOST_DESCRIBED) return wrong(call, `takes at most ${MOST_DESCRIBED} paths.`);
    const { finder, snapshot } = this.#run;
    const whole = isJsonObject(options) && options['whole'] === true;
    const described = await Promise.all(all.map((path) => finder.describe(snapshot, path, { whole })));
    return { ok: true, value: described.map(({ text }) => text).join('\n\n') };
  }

  async #keyed(call: BuiltinCall, key: string, value: JsonValue | undefined): Promise<CallReply> {
    const { store, request, flows } = this.#run;
    const { session } = request;
    if (call.method === 'store.set') {
      const written = await this.#write(key, async () =>
        store.set(session, key, value ?? null, flows.origins),
      );
      return written.ok ? { ok: true, value: undefined } : failure(call, 'limit_exceeded', written.message);
    }
    // The read and the deletion are requested in one turn, so that a later write comes after both.
    const reading = store.read(session, key);
    const deleting =
      call.method === 'store.delete' ? this.#write(key, async () => store.delete(session, key)) : undefined;
    const [stored, isDeleted] = await Promise.all([reading, deleting]);
    // The presence of a key can reveal data that a tool returned, too.
    flows.read(stored?.origins ?? [], fromStore);
    return { ok: true, value: isDeleted ?? stored?.value };
  }

  async #write<T>(key: string, write: () => Promise<T>): Promise<T> {
    const writing = write();
    this.#writing.add(writing);
    try {
      const written = await writing;
      this.#unsaved.delete(key);
      return written;
    } catch (error) {
      this.#unsaved.set(key, errorMessage(error));
      throw error;
    } finally {
      this.#writing.delete(writing);
    }
  }
}

function wrong(call: BuiltinCall, problem: string): CallReply {
  return failure(call, 'invalid_input', `codemode.${call.method} ${problem}`);
}

function failure(
  call: BuiltinCall,
  code: 'invalid_input' | 'limit_exceeded' | 'server_unavailable',
  message: string,
): CallReply {
  return failedReply({ server: 'codemode', tool: call.method }, code, message);
}
