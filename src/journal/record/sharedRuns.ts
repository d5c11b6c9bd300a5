// Keeps records of runs in shared state, so that they survive their replica and its machine: all parts of a record that
// count as written on disk are also in shared state. A run is in progress while its process reports every two seconds
// that it lives. A replica that takes over a run whose process stopped reporting closes its record for that process: if
// the process wakes up, it can write nothing more, and so sends no writes to servers.
import { randomUUID } from 'node:crypto';
import { sessionHash, SharedStateError, type RedisState } from '../../engine/stores/index.ts';
import type { RunStart } from '../../engine/index.ts';
import { markAt } from './recordFile.ts';

const keptMs = 7 * 24 * 60 * 60 * 1_000;
/** Maximum size of the record of one run, with its values, in bytes. */
const mostBytes = 64 * 1024 * 1024;
/** Time without a report after which a process counts as dead, in milliseconds. */
const aliveMs = 8_000;
const betweenBeatsMs = 2_000;
/** Time for which a claim is valid after it was last renewed, in milliseconds. */
const claimMs = 15_000;
const betweenRenewalsMs = 4_000;

/** A run that has begun and has no end yet. */
export interface OpenRun {
  readonly id: string;
  /** `interrupted`: the process of the run is gone. */
  readonly state: 'running' | 'interrupted';
}

/** A record as shared state holds it. */
interface SharedRecord {
  readonly events: Buffer;
  /** Values by number. */
  readonly values: ReadonlyMap<number, Buffer>;
}

const beginScript = `
local run, alive, runs, open = unpack(KEYS)
local id, process, session, now, line, resumes, isOpen, keptMs, aliveMs = unpack(ARGV)
if redis.call('HSETNX', run, 'process', process) == 0 then return 0 end
redis.call('HSET', run, 'session', session)
redis.call('PEXPIRE', run, keptMs)
redis.call('SET', alive, '1', 'PX', aliveMs)
redis.call('ZREMRANGEBYSCORE', runs, '-inf', now - keptMs)
redis.call('ZADD', runs, now, line)
redis.call('PEXPIRE', runs, keptMs)
if resumes ~= '' then redis.call('SREM', open, resumes) end
if isOpen == '1' then
  redis.call('SADD', open, id)
  redis.call('PEXPIRE', open, keptMs)
end
return 1`;

/** Appends to the events, or sets a value if a number is given. */
const writeScript = `
local run, events, values = unpack(KEYS)
local bytes, number, mostBytes, keptMs, markAt = unpack(ARGV)
local process, isTaken = unpack(redis.call('HMGET', run, 'process', 'taken'))
if not process then return 'gone' end
if isTaken then return 'taken' end
redis.call('PEXPIRE', run, keptMs)
redis.call('HINCRBY', run, 'changes', 1)
if redis.call('HINCRBY', run, 'bytes', #bytes) > tonumber(mostBytes) then
  if redis.call('STRLEN', events) > tonumber(markAt) then redis.call('SETRANGE', events, markAt, '0') end
  return 'full'
end
if number == '' then redis.call('APPEND', events, bytes) else redis.call('HSET', values, number, bytes) end
redis.call('PEXPIRE', events, keptMs)
redis.call('PEXPIRE', values, keptMs)
return 'written'`;

const markScript = `
local run, events = unpack(KEYS)
local markAt, isWriter = unpack(ARGV)
if redis.call('EXISTS', run) == 0 then return 'gone' end
if isWriter == '1' and redis.call('HEXISTS', run, 'taken') == 1 then return 'taken' end
if redis.call('STRLEN', events) <= tonumber(markAt) then return 'written' end
redis.call('HINCRBY', run, 'changes', 1)
redis.call('SETRANGE', events, markAt, '0')
return 'written'`;

/** Removes a record that becomes too large as a whole, since the part that does not fit cannot be redacted. */
const replaceScript = `
local run, events, values = unpack(KEYS)
local bytes, number, mostBytes = unpack(ARGV)
if redis.call('EXISTS', run, events) < 2 then return 0 end
redis.call('HINCRBY', run, 'changes', 1)
if tonumber(redis.call('HGET', run, 'bytes') or 0) > tonumber(mostBytes) then return redis.call('DEL', events, values) end
if number == '' then redis.call('SET', events, bytes, 'KEEPTTL') else redis.call('HSET', values, number, bytes) end
return 1`;

const endScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'ended', '1') end
return redis.call('SREM', KEYS[2], ARGV[1])`;

const claimScript = `
local run, claim = unpack(KEYS)
local token, claimMs, alive = unpack(ARGV)
local process, ended = unpack(redis.call('HMGET', run, 'process', 'ended'))
if process and not ended then
  if redis.call('EXISTS', alive .. process) == 1 then return 'running' end
end
if not redis.call('SET', claim, token, 'NX', 'PX', claimMs) then return 'claimed' end
if process then redis.call('HSET', run, 'taken', '1') end
return 'ours'`;

const renewScript = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

export class SharedRuns {
  readonly #state: RedisState;
  readonly #process = randomUUID();
  /** The sessions of the runs whose end is not written yet, by the id of the run. */
  readonly #unended = new Map<string, string>();
  #beating: NodeJS.Timeout | undefined;

  /** Creates the object without writing to the shared state. */
  constructor(state: RedisState) {
    this.#state = state;
  }

  /** Rejects with `SharedStateError`, as all writing methods do. */
  async begin(
    id: string,
    { session, resumes = '', parent }: Pick<RunStart, 'session' | 'resumes' | 'parent'>,
  ): Promise<void> {
    const line = [id, resumes, parent?.run ?? ''].join();
    const isOpen = parent ? '' : '1';
    const times = [keptMs, aliveMs].map(String);
    const runs = this.#state.key('runs', sessionHash(session));
    const begun = await this.#run(
      beginScript,
      [this.#key(id), this.#aliveKey(this.#process), runs, this.#openKey(session)],
      [id, this.#process, sessionHash(session), String(Date.now()), line, resumes, isOpen, ...times],
    );
    this.#beating ??= setInterval(() => void this.#beat(), betweenBeatsMs).unref();
    if (begun === 0)
      throw new SharedStateError(`Another process began run ${id} in the same moment by the same name.`);
  }

  /**
   * Appends lines to the events of a run, or adds the compressed value with the number. Anything beyond the size limit
   * is dropped, and the record is marked as not whole.
   */
  async write(id: string, bytes: Buffer, number?: number): Promise<void> {
    const limits = [mostBytes, keptMs, markAt].map(String);
    const args = [bytes, String(number ?? ''), ...limits];
    written(id, await this.#run(writeScript, this.#keys(id), args));
  }

  /** Marks the record as not whole; its writer stops writing. */
  async giveUp(id: string): Promise<void> {
    written(id, await this.#run(markScript, this.#keys(id), [String(markAt), '1']));
  }

  /** Marks a record that is over as not whole. Does nothing if there is no such record. */
  async markNotWhole(id: string): Promise<void> {
    await this.#run(markScript, this.#keys(id), [String(markAt)]);
  }

  /**
   * Replaces the events, or the value with the number, which contain a secret that became known after they were
   * written.
   */
  async replace(id: string, bytes: Buffer, number?: number): Promise<void> {
    await this.#run(replaceScript, this.#keys(id), [bytes, String(number ?? ''), String(mostBytes)]);
  }

  /**
   * Notes the end of a run. A failed attempt is repeated until it succeeds; otherwise the run would count as in
   * progress while its process lives.
   */
  async end(id: string, session: string): Promise<void> {
    this.#unended.set(id, session);
    await this.#run(endScript, [this.#key(id), this.#openKey(session)], [id]);
    this.#unended.delete(id);
  }

  async remove(id: string): Promise<void> {
    await this.#state.ask((redis) => redis.del(this.#keys(id)));
  }

  /** True while the process that began the run lives; undefined if no replica began the run. */
  async isRunning(id: string): Promise<boolean | undefined> {
    const [process, ended] = await this.#state.ask((redis) =>
      redis.hmGet(this.#key(id), ['process', 'ended']),
    );
    if (typeof process !== 'string') return undefined;
    if (typeof ended === 'string' || process === this.#process) return false;
    return (await this.#state.ask((redis) => redis.exists(this.#aliveKey(process)))) === 1;
  }

  /**
   * Returns the runs of a session without an end, the oldest first. Runs of the saved scripts that they call are left
   * out.
   */
  async openRuns(session: string): Promise<readonly OpenRun[]> {
    const ids = await this.#state.ask((redis) => redis.sMembers(this.#openKey(session)));
    const open = await Promise.all(
      ids.sort().map(async (id): Promise<readonly OpenRun[]> => {
        const process = await this.#state.ask((redis) => redis.hGet(this.#key(id), 'process'));
        if (process === null) return [];
        const isAlive = await this.#state.ask((redis) => redis.exists(this.#aliveKey(process)));
        return [{ id, state: isAlive === 1 ? 'running' : 'interrupted' }];
      }),
    );
    return open.flat();
  }

  /**
   * Returns the run, the runs that it resumed or that resumed it, and the runs of the saved scripts that these called.
   */
  async family(id: string): Promise<readonly string[]> {
    const session = await this.#state.ask((redis) => redis.hGet(this.#key(id), 'session'));
    if (session === null) return [id];
    const lines = await this.#state.ask((redis) => redis.zRange(this.#state.key('runs', session), 0, -1));
    const runs = lines.map((line) => line.split(','));
    const family = new Set([id]);
    for (let before = 0; before !== family.size;) {
      before = family.size;
      for (const [run = '', resumes = '', parent = ''] of runs) {
        if (family.has(resumes) || family.has(parent)) family.add(run);
        if (family.has(run) && resumes !== '') family.add(resumes);
      }
    }
    return [...family];
  }

  /** Returns a text that changes with each change of the record; undefined if there is no record. */
  async version(id: string): Promise<string | undefined> {
    return (await this.#state.ask((redis) => redis.hGet(this.#key(id), 'changes'))) ?? undefined;
  }

  /** Undefined if there is no record. */
  async read(id: string): Promise<SharedRecord | undefined> {
    const [, eventsKey, valuesKey] = this.#keys(id);
    const events = await this.#state.askBytes((redis) => redis.get(eventsKey));
    if (events === null) return undefined;
    const numbers = await this.#state.ask((redis) => redis.hKeys(valuesKey));
    const values = new Map<number, Buffer>();
    for (const number of numbers) {
      const value = await this.#state.askBytes((redis) => redis.hGet(valuesKey, number));
      if (value !== null) values.set(Number(number), value);
    }
    return { events, values };
  }

  /**
   * Claims the run for a resumption; among all replicas, only one has the claim. Returns a sentence if another replica
   * has it or the run is in progress. The owner disposes of the claim when the resumption has ended; the claim of a
   * process that dies expires.
   */
  async claim(id: string): Promise<AsyncDisposable | { readonly problem: string }> {
    const token = randomUUID();
    const key = `${this.#key(id)}:claim`;
    const alive = this.#aliveKey('');
    const claimed = await this.#run(claimScript, [this.#key(id), key], [token, String(claimMs), alive]);
    if (claimed === 'running') return { problem: `Run ${id} is still on.` };
    if (claimed === 'claimed') return { problem: `Run ${id} is being resumed already.` };
    const renew = () => this.#run(renewScript, [key], [token, String(claimMs)]).catch(() => undefined);
    const renewing = setInterval(() => void renew(), betweenRenewalsMs).unref();
    return {
      [Symbol.asyncDispose]: async () => {
        clearInterval(renewing);
        await this.#run(releaseScript, [key], [token]).catch(() => undefined);
      },
    };
  }

  /** From now on, the process counts as dead. Never rejects. */
  async dispose(): Promise<void> {
    if (!this.#beating) return;
    clearInterval(this.#beating);
    await this.#state.ask((redis) => redis.del(this.#aliveKey(this.#process))).catch(() => undefined);
  }

  /** Errors are ignored here, since the log of the shared state reports a server that cannot be reached. */
  async #beat(): Promise<void> {
    const expiration = { type: 'PX', value: aliveMs } as const;
    await this.#state
      .ask((redis) => redis.set(this.#aliveKey(this.#process), '1', { expiration }))
      .catch(() => undefined);
    for (const [id, session] of this.#unended) await this.end(id, session).catch(() => undefined);
  }

  #run(script: string, keys: string[], args: (string | Buffer)[]): Promise<unknown> {
    return this.#state.ask((redis) => redis.eval(script, { keys, arguments: args }));
  }

  #keys(id: string): [run: string, events: string, values: string] {
    return [this.#key(id), `${this.#key(id)}:events`, `${this.#key(id)}:values`];
  }

  #key(id: string): string {
    return this.#state.key('run', id);
  }

  #aliveKey(process: string): string {
    return this.#state.key('alive', process);
  }

  #openKey(session: string): string {
    return this.#state.key('runs', sessionHash(session), 'open');
  }
}

/** Throws if the result of a script says that nothing was written. */
function written(id: string, said: unknown): void {
  if (said === 'taken')
    throw new SharedStateError(
      `Another process goes on with run ${id}: this one had not been heard of for a while.`,
    );
  if (said === 'gone') throw new SharedStateError(`The shared state has lost run ${id}.`);
}
