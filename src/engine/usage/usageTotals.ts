// The table of what scripts spared the models of chats and clients: the same for the terminal and the view.
import { usageDoors, type ServerUsage, type SessionUsage, type UsageDoor } from '../../storage/usageStore.ts';
import { counted } from '../../base/text/counted.ts';

export interface UsageRow {
  readonly sessions: number;
  readonly requests: number;
  readonly sparedCalls: number;
  readonly unreadBytes: number;
  /** In tokens, estimated; negative where Code Mode cost more. */
  readonly definitions: number;
}

export interface UsageTotals extends UsageRow {
  readonly doors: readonly (UsageRow & { readonly door: UsageDoor })[];
  /** Sorted by the size of the answers, the largest first. */
  readonly servers: readonly (ServerUsage & { readonly name: string })[];
  /** Sessions in which nothing was spared. */
  readonly idle: number;
  /** Milliseconds since 1970; undefined where nothing is known. */
  readonly since: number | undefined;
}

export const doorNames: Readonly<Record<UsageDoor, string>> = {
  agent: 'Code Mode agent',
  serve: 'code-mode serve',
  provider: 'Code Mode models',
  participant: '@code',
  chat: 'Other agents',
};

const fewSessions = 3;

export function usageTotals(sessions: readonly SessionUsage[]): UsageTotals {
  const servers = new Map<string, ServerUsage>();
  for (const session of sessions) {
    for (const [name, { calls, bytes }] of Object.entries(session.servers)) {
      const known = servers.get(name) ?? { calls: 0, bytes: 0 };
      servers.set(name, { calls: known.calls + calls, bytes: known.bytes + bytes });
    }
  }
  const since = sessions.map(({ startedAt }) => startedAt).reduce((a, b) => Math.min(a, b), Infinity);
  return {
    ...rowOf(sessions),
    doors: usageDoors.flatMap((door) => {
      const through = sessions.filter((session) => session.door === door);
      return through.length === 0 ? [] : [{ door, ...rowOf(through) }];
    }),
    servers: [...servers].map(([name, usage]) => ({ name, ...usage })).sort((a, b) => b.bytes - a.bytes),
    idle: sessions.filter((session) => !hasSpared(session)).length,
    since: since === Infinity ? undefined : since,
  };
}

export function hasSpared({ sparedCalls, unreadBytes, definitions }: Omit<UsageRow, 'sessions'>): boolean {
  return sparedCalls > 0 || unreadBytes > 0 || definitions > 0;
}

/** The sentences about sessions in which nothing was spared, and what to do about them; none where there are no such sessions. */
export function idleSentences(totals: UsageTotals): readonly string[] {
  const { idle, sessions } = totals;
  return [
    ...(idle > 0 ? [`In ${idle} of ${counted(sessions, 'session')} Code Mode saved nothing.`] : []),
    ...(advisesTools(totals) ? ['For a few small tools, set codeMode.mode to "tools".'] : []),
  ];
}

/** True where ordinary tools would do: scripts spared nothing, in more than a few sessions. */
export function advisesTools(totals: UsageTotals): boolean {
  return totals.idle >= fewSessions && !hasSpared(totals);
}

function rowOf(sessions: readonly SessionUsage[]): UsageRow {
  const total = (of: keyof Omit<UsageRow, 'sessions'>) => sessions.reduce((sum, session) => sum + session[of], 0);
  return {
    sessions: sessions.length,
    requests: total('requests'),
    sparedCalls: total('sparedCalls'),
    unreadBytes: total('unreadBytes'),
    definitions: total('definitions'),
  };
}
