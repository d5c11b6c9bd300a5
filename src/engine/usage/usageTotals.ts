// The table of what was sent and what ordinary tools would have cost: the same for the terminal and the view.
import { usageDoors, type ServerUsage, type SessionUsage, type UsageDoor } from '../../storage/usageStore.ts';

/** In tokens, estimated. */
export interface UsageRow {
  readonly sessions: number;
  readonly requests: number;
  readonly sent: number;
  /** Without definitions where they may have been sent as well. */
  readonly asTools: number;
  /** Less than 0 where Code Mode cost more. */
  readonly saved: number;
}

export interface UsageTotals extends UsageRow {
  readonly doors: readonly (UsageRow & { readonly door: UsageDoor })[];
  /** Those with the most exchanged first. */
  readonly servers: readonly (ServerUsage & { readonly name: string })[];
  /** Sessions in which ordinary tools would have cost less. */
  readonly costlier: number;
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

export function usageTotals(sessions: readonly SessionUsage[]): UsageTotals {
  const servers = new Map<string, ServerUsage>();
  for (const session of sessions) {
    for (const [name, { calls, exchanged }] of Object.entries(session.servers)) {
      const known = servers.get(name) ?? { calls: 0, exchanged: 0 };
      servers.set(name, { calls: known.calls + calls, exchanged: known.exchanged + exchanged });
    }
  }
  const since = sessions.map(({ startedAt }) => startedAt).reduce((a, b) => Math.min(a, b), Infinity);
  return {
    ...rowOf(sessions),
    doors: usageDoors.flatMap((door) => {
      const through = sessions.filter((session) => session.door === door);
      return through.length === 0 ? [] : [{ door, ...rowOf(through) }];
    }),
    servers: [...servers].map(([name, usage]) => ({ name, ...usage })).sort((a, b) => b.exchanged - a.exchanged),
    costlier: sessions.filter((session) => rowOf([session]).saved < 0).length,
    since: since === Infinity ? undefined : since,
  };
}

function rowOf(sessions: readonly SessionUsage[]): UsageRow {
  const total = (of: (session: SessionUsage) => number) => sessions.reduce((sum, session) => sum + of(session), 0);
  const sent = total(({ ours }) => ours);
  const asTools = total(plainTokens);
  return { sessions: sessions.length, requests: total(({ requests }) => requests), sent, asTools, saved: asTools - sent };
}

/** At the door `chat` it is not known that the definitions were left out. */
function plainTokens({ door, definitions, servers }: SessionUsage): number {
  const exchanged = Object.values(servers).reduce((sum, server) => sum + server.exchanged, 0);
  return exchanged + (door === 'chat' ? 0 : definitions);
}
