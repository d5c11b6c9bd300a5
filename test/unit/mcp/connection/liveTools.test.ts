import assert from 'node:assert/strict';
import { LiveTools } from '../../../../src/mcp/connection/liveTools.ts';
import { Secrets } from '../../../../src/mcp/protocol/secrets.ts';
import type { ListHints, McpSession } from '../../../../src/mcp/session/mcpSession.ts';

describe('the tools of a running server', () => {
  const tools = () =>
    new LiveTools({ timeoutMs: 1_000, log: () => undefined, choice: undefined, origin: 'mcp.json' });
  /** Returns a session whose lists are valid as long as `hints` says, and the number of list requests. */
  const sessionOf = (hints: ListHints) => {
    const asked = { times: 0 };
    const listTools = async (_signal: AbortSignal, take: (items: readonly unknown[]) => Promise<boolean>) => {
      asked.times += 1;
      await take([{ name: 'get_city', inputSchema: { type: 'object' } }]);
      return { kind: 'done', value: hints } as const;
    };
    return {
      asked,
      session: {
        listTools,
        secrets: new Secrets({}),
        features: [],
      } as unknown as McpSession,
    };
  };

  for (const [what, hints, times] of [
    ['are asked for once where the server does not say how long they hold', {}, 1],
    ['are asked for once while they hold', { ttlMs: 60_000 }, 1],
    ['are asked for again when they have run out', { ttlMs: 1e-6 }, 2],
  ] as const)
    it(what, async () => {
      const { asked, session } = sessionOf(hints);
      const live = tools();
      await live.of(session);
      await live.of(session);
      assert.equal(asked.times, times);
    });
});
