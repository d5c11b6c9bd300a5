// A scripted server of MCP 2026-07-28 over stdio for tests of `subscriptions/listen`. Plain JSON-RPC, no SDK, so that
// nothing corrects it. With an argument it answers each subscription with an error of that code; with `end` it ends
// each subscription at once. Its one resource is `clock://now`, and it accepts subscriptions to any resource.
// Its tool `end` ends the subscriptions to a resource, or to "tools", as a server does when it shuts down.
import { overStdio } from './overStdio.mjs';

const subscriptionId = 'io.modelcontextprotocol/subscriptionId';
const structured = (value) => ({ content: [], structuredContent: value });

export function serve({ args: [code], write }) {
  let asked = 0;
  /** The resource of each open subscription, by the id of its request. */
  const open = new Map();
  const idsOf = (to) => [...open].filter(([, subscribed]) => subscribed === to).map(([id]) => id);

  const tools = {
    listens: () => ({ asked, open: [...open.values()] }),
    change: ({ uri }) => {
      for (const id of idsOf(uri)) {
        write({
          method: 'notifications/resources/updated',
          params: { uri, _meta: { [subscriptionId]: id } },
        });
      }
      return {};
    },
    end: ({ to }) => {
      for (const id of idsOf(to)) {
        open.delete(id);
        write({ id, result: { resultType: 'complete', _meta: { [subscriptionId]: id } } });
      }
      return {};
    },
  };

  const methods = {
    'server/discover': () => ({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
      ttlMs: 0,
      cacheScope: 'private',
    }),
    'tools/list': () => ({
      tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })),
    }),
    'tools/call': ({ name, arguments: input }) => structured(tools[name](input)),
  };

  return ({ id, method, params }) => {
    if (method === 'notifications/cancelled') open.delete(params.requestId);
    if (id === undefined) return;
    if (method !== 'subscriptions/listen') {
      const answer = methods[method]?.(params);
      write({
        id,
        ...(answer
          ? { result: { resultType: 'complete', ...answer } }
          : { error: { code: -32_601, message: 'no such method' } }),
      });
      return;
    }
    asked += 1;
    if (code !== undefined && code !== 'end') {
      write({ id, error: { code: Number(code), message: 'no subscriptions here' } });
      return;
    }
    const { notifications } = params;
    open.set(id, notifications.resourceSubscriptions?.[0] ?? 'tools');
    write({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications, _meta: { [subscriptionId]: id } },
    });
    if (code === 'end') tools.end({ to: open.get(id) });
  };
}

overStdio(import.meta.url, serve);
