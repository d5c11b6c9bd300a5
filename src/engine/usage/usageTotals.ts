// Sums up what scripts spared the models of chats and clients, as a table for the terminal and the view.
import {
  addUsage,
  usageDoors,
  type ServerUsage,
  type SessionUsage,
  type UsageDoor,
  type Used,
} from '../stores/index.ts';
import { counted } from '../../base/text/counted.ts';

export interface UsageRow extends Omit<Used, 'servers'> {
  readonly sessions: number;
}

export interface UsageTotals extends UsageRow {
  readonly doors: readonly (UsageRow & { readonly door: UsageDoor })[];
  /** Servers ordered by the size of their answers, largest first. */
  readonly servers: readonly (ServerUsage & { readonly name: string })[];
  /** Number of sessions in which nothing was spared. */
  readonly idle: number;
  /** Start of the first session in milliseconds since 1970; undefined if there are no sessions. */
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
  for (const session of sessions)
    for (const [name, usage] of Object.entries(session.servers)) addUsage(servers, name, usage);
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

/** Sentences about sessions in which nothing was spared, with advice; empty if there are none. */
export function idleSentences(totals: UsageTotals): readonly string[] {
  const { idle, sessions } = totals;
  return [
    ...(idle > 0 ? [`In ${idle} of ${counted(sessions, 'session')} Code Mode saved nothing.`] : []),
    ...(advisesTools(totals) ? ['For a few small tools, set codeMode.mode to "tools".'] : []),
  ];
}

/** True if direct tools would be sufficient: scripts spared nothing in more than a few sessions. */
export function advisesTools(totals: UsageTotals): boolean {
  return totals.idle >= fewSessions && !hasSpared(totals);
}

function rowOf(sessions: readonly SessionUsage[]): UsageRow {
  const total = (of: keyof Omit<UsageRow, 'sessions'>) =>
    sessions.reduce((sum, session) => sum + session[of], 0);
  return {
    sessions: sessions.length,
    requests: total('requests'),
    sparedCalls: total('sparedCalls'),
    unreadBytes: total('unreadBytes'),
    definitions: total('definitions'),
  };
}
