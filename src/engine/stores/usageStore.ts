// Usage records of chats and clients: numbers and server names, but no code, arguments or results. The editor and the
// CLI write into one folder, with one file for each session, so that `code-mode stats` shows both.
import { createHash } from 'node:crypto';
import { CacheFolder } from '../../base/files/cacheFolder.ts';
import {
  isNumber,
  isNumberUpTo,
  isObject,
  isOneOf,
  isRecordOf,
  onlyNamed,
  type Guarded,
} from '../../base/guards.ts';
import { setNewest } from '../../base/setNewest.ts';

/**
 * `agent`: chats whose requests carried the instructions of the Code Mode agent, and so no MCP tools. `serve`: clients
 * of `code-mode serve`. `provider`: chats with a model of Code Mode. `participant`: turns of `@code`. `chat`: other
 * agents, whose requests may also have carried the MCP tools.
 */
export const usageDoors = ['agent', 'serve', 'provider', 'participant', 'chat'] as const;
export type UsageDoor = (typeof usageDoors)[number];

const mostSessions = 200;
const mostServers = 200;
const longestName = 256;

const isCount = isNumberUpTo(Number.MAX_SAFE_INTEGER - 1);

const isServerUsage = isObject({
  /** Number of calls by scripts. */
  calls: isCount,
  /** Size of the results as JSON, in bytes. */
  bytes: isCount,
});
export type ServerUsage = Guarded<typeof isServerUsage>;

const isSessionUsage = isObject({
  door: isOneOf(usageDoors),
  /** Milliseconds since 1970. */
  startedAt: isCount,
  lastAt: isCount,
  /** Number of model requests that ended in a call of a Code Mode tool or that Code Mode made; no others are known. */
  requests: isCount,
  /** Number of script calls that needed no model request of their own: all but one of each script. */
  sparedCalls: isCount,
  /** Size of the results of script calls that the model did not read, as JSON, in bytes. */
  unreadBytes: isCount,
  /**
   * Estimated number of tokens that requests of models without a tool search saved, because scripts replaced the
   * definitions of tools. Negative if the requests carried more.
   */
  definitions: isNumber,
  /** Usage by server name. */
  servers: isRecordOf(isServerUsage),
});
export type SessionUsage = Guarded<typeof isSessionUsage>;

/** Numbers to add to a session. */
export type Used = Omit<SessionUsage, 'door' | 'startedAt' | 'lastAt'>;

export class UsageStore {
  readonly #files: CacheFolder;
  /** Usage of this process, by session and `door`. */
  readonly #sessions = new Map<string, Promise<SessionUsage>>();

  constructor(options: { readonly folder: string | undefined; readonly log: (line: string) => void }) {
    this.#files = new CacheFolder({ ...options, what: 'Usage records', mostFiles: mostSessions });
  }

  /** Adds to the stored record of the session. */
  async add(session: string, door: UsageDoor, used: Used, now: number): Promise<void> {
    const key = createHash('sha256').update(`${door} ${session}`).digest('hex').slice(0, 16);
    const before =
      this.#sessions.get(key) ??
      this.#files
        .read(key)
        .then((stored) => guarded(stored) ?? { door, startedAt: now, lastAt: now, ...unused });
    const after = before.then((known) => sum(known, used, now));
    setNewest(this.#sessions, key, after, mostSessions);
    this.#files.write(key, async () => JSON.stringify(await after));
    await after;
  }

  /** Returns the records, newest first. Unreadable records are omitted. */
  async all(): Promise<readonly SessionUsage[]> {
    const keys = new Set([...(await this.#files.keys()), ...this.#sessions.keys()]);
    const sessions = await Promise.all(
      [...keys].map(async (key) => this.#sessions.get(key) ?? guarded(await this.#files.read(key))),
    );
    return sessions.filter((session) => session !== undefined).sort((a, b) => b.lastAt - a.lastAt);
  }

  /** Resolves when everything is written. */
  dispose(): Promise<void> {
    return this.#files.dispose();
  }
}

const unused: Used = { requests: 0, sparedCalls: 0, unreadBytes: 0, definitions: 0, servers: {} };

function sum(before: SessionUsage, used: Used, now: number): SessionUsage {
  const servers = new Map(Object.entries(before.servers));
  for (const [name, usage] of Object.entries(used.servers)) {
    if (servers.has(name) || (servers.size < mostServers && name.length <= longestName))
      addUsage(servers, name, usage);
  }
  return {
    ...before,
    lastAt: now,
    requests: before.requests + used.requests,
    sparedCalls: before.sparedCalls + used.sparedCalls,
    unreadBytes: before.unreadBytes + used.unreadBytes,
    definitions: before.definitions + used.definitions,
    servers: Object.fromEntries(servers),
  };
}

export function addUsage(
  servers: Map<string, ServerUsage>,
  name: string,
  { calls, bytes }: ServerUsage,
): void {
  const known = servers.get(name) ?? { calls: 0, bytes: 0 };
  servers.set(name, { calls: known.calls + calls, bytes: known.bytes + bytes });
}

/** Returns the stored record; undefined if it cannot be read. */
function guarded(stored: unknown): SessionUsage | undefined {
  if (!isSessionUsage(stored)) return undefined;
  const names = Object.keys(stored.servers);
  const isBounded = names.length <= mostServers && names.every(({ length }) => length <= longestName);
  return isBounded ? onlyNamed(isSessionUsage, stored) : undefined;
}
