// `codemode.store` in shared state. Each access of a script reads or writes the server, so that no replica uses
// outdated values. Each key is a separate field, so that runs of one session in several replicas do not overwrite each
// other's values.
import type { JsonValue } from '../../base/json.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { RedisState } from './redisState.ts';
import { sessionHash, storedForMs } from './sessionFiles.ts';
import {
  LocalSessionStore,
  mostStoredCharacters,
  storeIsFull,
  type SessionStore,
  type StoreWrite,
} from './sessionStore.ts';
import { readWithOrigins, textWithOrigins, type ValueOrigin, type ValueWithOrigins } from './valueOrigins.ts';

/**
 * KEYS: values, sizes. ARGV: key, value, its characters, limit, milliseconds to expiry. Returns the total number of
 * characters if it exceeds the limit, otherwise 0.
 */
const setScript = `
local characters = tonumber(ARGV[3])
local sizes = redis.call('HGETALL', KEYS[2])
for i = 1, #sizes, 2 do
  if sizes[i] ~= ARGV[1] then characters = characters + tonumber(sizes[i + 1]) end
end
if characters > tonumber(ARGV[4]) then return characters end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[5]) end
return 0`;

const deleteScript = `
redis.call('HDEL', KEYS[2], ARGV[1])
return redis.call('HDEL', KEYS[1], ARGV[1])`;

export class SharedSessionStore implements SessionStore {
  readonly #state: RedisState;
  readonly #log: (line: string) => void;

  constructor(state: RedisState, log: (line: string) => void) {
    this.#state = state;
    this.#log = log;
  }

  /** Rejects if the server cannot be reached, so that the run does not start. */
  async load(session: string): Promise<void> {
    await this.#state.ask((redis) => redis.exists(this.#keys(session)));
  }

  async read(session: string, key: string): Promise<ValueWithOrigins | undefined> {
    const text = await this.#state.ask((redis) => redis.hGet(this.#values(session), fieldOf(key)));
    return text === null ? undefined : readWithOrigins(text);
  }

  async list(
    session: string,
  ): Promise<{ readonly keys: readonly string[]; readonly origins: readonly ValueOrigin[] }> {
    const stored = Object.entries(await this.#state.ask((redis) => redis.hGetAll(this.#values(session))));
    return {
      keys: stored.map(([field]) => keyOf(field)),
      origins: stored.flatMap(([, text]) => readWithOrigins(text).origins),
    };
  }

  async set(
    session: string,
    key: string,
    value: JsonValue,
    origins: readonly ValueOrigin[],
  ): Promise<StoreWrite> {
    const text = stringifyExact(value);
    const stored = textWithOrigins(text, origins);
    const size = [key.length + text.length, mostStoredCharacters, storedForMs].map(String);
    const over = await this.#state.ask((redis) =>
      redis.eval(setScript, { keys: this.#keys(session), arguments: [fieldOf(key), stored, ...size] }),
    );
    return over === 0 ? { ok: true } : { ok: false, message: storeIsFull(Number(over)) };
  }

  async delete(session: string, key: string): Promise<boolean> {
    const deleted = await this.#state.ask((redis) =>
      redis.eval(deleteScript, { keys: this.#keys(session), arguments: [fieldOf(key)] }),
    );
    return deleted === 1;
  }

  async copyOf(session: string): Promise<LocalSessionStore> {
    const copy = new LocalSessionStore();
    const stored = await this.#state.ask((redis) => redis.hGetAll(this.#values(session)));
    for (const [field, text] of Object.entries(stored)) {
      const { value, origins } = readWithOrigins(text);
      copy.set(session, keyOf(field), value, origins);
    }
    return copy;
  }

  /** Deletes the values in the background. */
  forget(session: string): void {
    this.#state
      .ask((redis) => redis.del(this.#keys(session)))
      .catch((error: unknown) => {
        this.#log(`What scripts of a session stored is not deleted: ${String(error)}`);
      });
  }

  #values(session: string): string {
    return this.#state.key('store', sessionHash(session));
  }

  #keys(session: string): string[] {
    return [this.#values(session), this.#state.key('store', sessionHash(session), 'sizes')];
  }
}

/** Returns the key as JSON, which preserves unpaired surrogates. */
function fieldOf(key: string): string {
  return JSON.stringify(key);
}

function keyOf(field: string): string {
  return JSON.parse(field) as string; // `fieldOf` wrote it.
}
