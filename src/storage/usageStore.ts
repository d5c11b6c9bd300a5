// What chats and clients used of Code Mode, a record for each: numbers and names of servers, never code, arguments or answers. The editor
// and the terminal write into one folder, each session a file of its own, so that `code-mode stats` has both.
import { createHash } from 'node:crypto';
import { CacheFolder } from './cacheFolder.ts';
import { setNewest } from '../catalog/setNewest.ts';

/**
 * `agent`: chats whose requests carried our agent's instructions, and so no MCP tools. `serve`: clients of `code-mode serve`. `provider`: chats
 * with one of our models, and `participant`: turns of `@code`, of which both sides are known whole. `chat`: other agents, whose requests may have
 * carried the MCP tools as well.
 */
export const usageDoors = ['agent', 'serve', 'provider', 'participant', 'chat'] as const;
export type UsageDoor = (typeof usageDoors)[number];

export interface ServerUsage {
  readonly calls: number;
  /** Tokens of inputs and answers, as a model would have read and written them with ordinary tools. */
  readonly exchanged: number;
}

/** Tokens are estimates. */
export interface SessionUsage {
  readonly door: UsageDoor;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly lastAt: number;
  /** Those of the model's requests that ended in a call of ours, or that we made; of others nothing is known. */
  readonly requests: number;
  /** Of our tools' definitions in these requests, of scripts and of what they answered. */
  readonly ours: number;
  /** Of the MCP tools' definitions that these requests would have carried; of `provider` and `participant` with all else in them. */
  readonly definitions: number;
  /** By name. */
  readonly servers: Readonly<Record<string, ServerUsage>>;
}

/** What is added to a session. */
export type UsedTokens = Omit<SessionUsage, 'door' | 'startedAt' | 'lastAt'>;

const mostSessions = 200;
const mostServers = 200;
const longestName = 256;

export class UsageStore {
  readonly #files: CacheFolder;
  /** Of this process; by session and door. */
  readonly #sessions = new Map<string, Promise<SessionUsage>>();

  constructor({ folder, log }: { readonly folder: string | undefined; readonly log: (line: string) => void }) {
    this.#files = new CacheFolder({ folder, what: 'Usage records', log, mostFiles: mostSessions });
  }

  /** Goes on with what is stored of that session. */
  async add(session: string, door: UsageDoor, used: UsedTokens, now: number): Promise<void> {
    const key = createHash('sha256').update(`${door} ${session}`).digest('hex').slice(0, 16);
    const before = this.#sessions.get(key) ?? this.#files.read(key).then((stored) => guardSession(stored) ?? emptySession(door, now));
    const after = before.then((known) => sum(known, used, now));
    setNewest(this.#sessions, key, after, mostSessions);
    this.#files.write(key, async () => JSON.stringify(await after));
    await after;
  }

  /** The newest first. What cannot be read is left out. */
  async all(): Promise<readonly SessionUsage[]> {
    const keys = new Set([...(await this.#files.keys()), ...this.#sessions.keys()]);
    const sessions = await Promise.all([...keys].map(async (key) => this.#sessions.get(key) ?? guardSession(await this.#files.read(key))));
    return sessions.filter((session) => session !== undefined).sort((a, b) => b.lastAt - a.lastAt);
  }

  /** Settles when all is written. */
  dispose(): Promise<void> {
    return this.#files.dispose();
  }
}

function emptySession(door: UsageDoor, now: number): SessionUsage {
  return { door, startedAt: now, lastAt: now, requests: 0, ours: 0, definitions: 0, servers: {} };
}

function sum(before: SessionUsage, used: UsedTokens, now: number): SessionUsage {
  const servers = new Map(Object.entries(before.servers));
  for (const [name, { calls, exchanged }] of Object.entries(used.servers)) {
    if (!servers.has(name) && (servers.size >= mostServers || name.length > longestName)) continue;
    const known = servers.get(name) ?? { calls: 0, exchanged: 0 };
    servers.set(name, { calls: known.calls + calls, exchanged: known.exchanged + exchanged });
  }
  return {
    ...before,
    lastAt: now,
    requests: before.requests + used.requests,
    ours: before.ours + used.ours,
    definitions: before.definitions + used.definitions,
    servers: Object.fromEntries(servers),
  };
}

function guardSession(value: unknown): SessionUsage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const field = (name: string): unknown => Reflect.get(value, name);
  const door = usageDoors.find((known) => known === field('door'));
  const [startedAt, lastAt, requests, ours, definitions] = ['startedAt', 'lastAt', 'requests', 'ours', 'definitions'].map((name) =>
    count(field(name)),
  );
  const servers = guardServers(field('servers'));
  if (door === undefined || startedAt === undefined || lastAt === undefined || requests === undefined) return undefined;
  if (ours === undefined || definitions === undefined || servers === undefined) return undefined;
  return { door, startedAt, lastAt, requests, ours, definitions, servers };
}

function guardServers(value: unknown): Readonly<Record<string, ServerUsage>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: (readonly [string, ServerUsage])[] = [];
  for (const [name, server] of Object.entries(value).slice(0, mostServers)) {
    if (typeof server !== 'object' || server === null || name.length > longestName) return undefined;
    const calls = count(Reflect.get(server, 'calls'));
    const exchanged = count(Reflect.get(server, 'exchanged'));
    if (calls === undefined || exchanged === undefined) return undefined;
    entries.push([name, { calls, exchanged }]);
  }
  return Object.fromEntries(entries);
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < Number.MAX_SAFE_INTEGER ? value : undefined;
}
