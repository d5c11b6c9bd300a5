// Kept results in shared state. Each replica finds the results of all others, and no handle is assigned twice.
import type { JsonValue } from '../../base/json.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { RedisState } from './redisState.ts';
import { mostHandles, type KeptResults, type ResultStore } from './resultStore.ts';
import { sessionHash, storedForMs } from './sessionFiles.ts';
import { SharedStateError } from './sharedStateError.ts';
import { readWithOrigins, textWithOrigins, type ValueOrigin } from './valueOrigins.ts';

/** Maximum size of all results of one session, in bytes; the oldest are removed. */
const mostBytes = 32_000_000;

/** KEYS: results, last number. ARGV: value, most handles, most bytes, milliseconds to expiry. Returns the number. */
const keepScript = `
local number = redis.call('INCR', KEYS[2])
redis.call('HSET', KEYS[1], string.format('r%d', number), ARGV[1])
local handles = redis.call('HKEYS', KEYS[1])
table.sort(handles, function(a, b) return tonumber(string.sub(a, 2)) > tonumber(string.sub(b, 2)) end)
local bytes = 0
for place, handle in ipairs(handles) do
  bytes = bytes + redis.call('HSTRLEN', KEYS[1], handle)
  if place > tonumber(ARGV[2]) or bytes > tonumber(ARGV[3]) then redis.call('HDEL', KEYS[1], handle) end
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], 2 * ARGV[4])
return number`;

export class SharedResultStore implements ResultStore {
  readonly #state: RedisState;
  readonly #log: (line: string) => void;

  constructor(state: RedisState, log: (line: string) => void) {
    this.#state = state;
    this.#log = log;
  }

  async load(session: string, handles: readonly string[]): Promise<KeptResults> {
    const [results] = this.#keys(session);
    const kept = await this.#state.ask((redis) => redis.hKeys(results));
    const named = handles.filter((handle) => kept.includes(handle));
    const texts = named.length === 0 ? [] : await this.#state.ask((redis) => redis.hmGet(results, named));
    const values = named.flatMap((handle, at) => {
      const text = texts[at];
      return typeof text === 'string' ? [[handle, readWithOrigins(text)] as const] : [];
    });
    return {
      handles: kept.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
      values: new Map(values),
    };
  }

  async keep(
    session: string,
    value: JsonValue,
    _size: number,
    origins: readonly ValueOrigin[] = [],
  ): Promise<string> {
    const text = textWithOrigins(stringifyExact(value), origins);
    const bytes = Buffer.byteLength(text);
    if (bytes > mostBytes)
      throw new SharedStateError(`It has ${bytes} bytes; the limit of the shared state is ${mostBytes}.`);
    const limits = [mostHandles, mostBytes, storedForMs].map(String);
    const number = await this.#state.ask((redis) =>
      redis.eval(keepScript, { keys: this.#keys(session), arguments: [text, ...limits] }),
    );
    return `r${Number(number)}`;
  }

  /** Deletes the results in the background. The last number stays, because a client may still name an old handle. */
  forget(session: string): void {
    const [results] = this.#keys(session);
    this.#state
      .ask((redis) => redis.del(results))
      .catch((error: unknown) => {
        this.#log(`The kept results of a session are not deleted: ${String(error)}`);
      });
  }

  #keys(session: string): [results: string, last: string] {
    const results = this.#state.key('results', sessionHash(session));
    return [results, `${results}:last`];
  }
}
