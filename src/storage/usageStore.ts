// What chats and clients used of Code Mode, a record for each: numbers and names of servers, never code, arguments or answers. The editor
// and the terminal write into one folder, each session a file of its own, so that `code-mode stats` has both.
import { createHash } from 'node:crypto';
import { CacheFolder } from './cacheFolder.ts';
import { setNewest } from '../base/setNewest.ts';

/**
 * `agent`: chats whose requests carried our agent's instructions, and so no MCP tools. `serve`: clients of `code-mode serve`. `provider`: chats
 * with one of our models. `participant`: turns of `@code`. `chat`: other agents, whose requests may have carried the MCP tools as well.
 */
export const usageDoors = ['agent', 'serve', 'provider', 'participant', 'chat'] as const;
export type UsageDoor = (typeof usageDoors)[number];

export interface ServerUsage {
  /** Calls of scripts. */
  readonly calls: number;
  /** Size of the answers, as JSON. */
  readonly bytes: number;
}

export interface SessionUsage {
  readonly door: UsageDoor;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly lastAt: number;
  /** Those of the model's requests that ended in a call of ours, or that we made; of others nothing is known. */
  readonly requests: number;
  /** Calls of scripts that did not go through the model: all but one of each script. */
  readonly sparedCalls: number;
  /** Bytes of the answers to the calls of scripts, as JSON, that the model did not read. */
  readonly unreadBytes: number;
  /**
   * Estimated tokens that the requests of models without a tool search carried less, since scripts stood in place of the definitions of tools.
   * Negative where they carried more.
   */
  readonly definitions: number;
  /** By name. */
  readonly servers: Readonly<Record<string, ServerUsage>>;
}

/** What is added to a session. */
export type Used = Omit<SessionUsage, 'door' | 'startedAt' | 'lastAt'>;

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
  async add(session: string, door: UsageDoor, used: Used, now: number): Promise<void> {
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
  return { door, startedAt: now, lastAt: now, requests: 0, sparedCalls: 0, unreadBytes: 0, definitions: 0, servers: {} };
}

function sum(before: SessionUsage, used: Used, now: number): SessionUsage {
  const servers = new Map(Object.entries(before.servers));
  for (const [name, { calls, bytes }] of Object.entries(used.servers)) {
    if (!servers.has(name) && (servers.size >= mostServers || name.length > longestName)) continue;
    const known = servers.get(name) ?? { calls: 0, bytes: 0 };
    servers.set(name, { calls: known.calls + calls, bytes: known.bytes + bytes });
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

function guardSession(value: unknown): SessionUsage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const field = (name: string): unknown => Reflect.get(value, name);
  const door = usageDoors.find((known) => known === field('door'));
  const counts = ['startedAt', 'lastAt', 'requests', 'sparedCalls', 'unreadBytes'].map((name) => count(field(name)));
  const [startedAt, lastAt, requests, sparedCalls, unreadBytes] = counts;
  const [definitions, servers] = [field('definitions'), guardServers(field('servers'))];
  if (door === undefined || startedAt === undefined || lastAt === undefined || requests === undefined) return undefined;
  if (sparedCalls === undefined || unreadBytes === undefined || servers === undefined) return undefined;
  if (typeof definitions !== 'number' || !Number.isFinite(definitions)) return undefined;
  return { door, startedAt, lastAt, requests, sparedCalls, unreadBytes, definitions, servers };
}

function guardServers(value: unknown): Readonly<Record<string, ServerUsage>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: (readonly [string, ServerUsage])[] = [];
  for (const [name, server] of Object.entries(value).slice(0, mostServers)) {
    if (typeof server !== 'object' || server === null || name.length > longestName) return undefined;
    const calls = count(Reflect.get(server, 'calls'));
    const bytes = count(Reflect.get(server, 'bytes'));
    if (calls === undefined || bytes === undefined) return undefined;
    entries.push([name, { calls, bytes }]);
  }
  return Object.fromEntries(entries);
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < Number.MAX_SAFE_INTEGER ? value : undefined;
}
