// An MCP server over stdio that works in the client's roots, as server-filesystem does, but late. Plain JSON-RPC, no
// SDK. Its tool `folders` answers with the paths of its current roots and the number of pings so far, and it writes
// `applied` on stderr when it uses new roots. Variables, with milliseconds unless another unit is named:
//
// - ASK_MS: from `initialized` to the request for the roots (0), or `never`
// - AGAIN_MS: from each answer to the next request (never)
// - ASKS: number of requests at the same time (1)
// - APPLY_MS: from the answer to its use (0)
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { overStdio } from './overStdio.mjs';

const capabilities = { tools: {} };
const tool = { name: 'folders', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };

export function serve({ env, write, say }) {
  const { ASK_MS = '0', AGAIN_MS, ASKS = '1', APPLY_MS = '0' } = env;

  let folders = [];
  let pings = 0;

  const ask = () => {
    for (let number = 1; number <= Number(ASKS); number++)
      write({ id: `roots ${number}`, method: 'roots/list' });
  };
  const apply = async ({ roots }) => {
    if (AGAIN_MS !== undefined) setTimeout(ask, Number(AGAIN_MS));
    await delay(Number(APPLY_MS));
    folders = roots.map(({ uri }) => fileURLToPath(uri));
    say('applied');
  };

  const results = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities,
      serverInfo: { name: 'roots-server', version: '1.0.0' },
    }),
    'tools/list': () => ({ tools: [tool] }),
    'tools/call': () => ({ content: [], structuredContent: { folders, pings } }),
    ping: () => {
      pings += 1;
      return {};
    },
  };

  const notified = {
    'notifications/initialized': () => {
      if (ASK_MS === '0') ask();
      else if (ASK_MS !== 'never') setTimeout(ask, Number(ASK_MS));
    },
    'notifications/roots/list_changed': ask,
  };

  return ({ id, method, params, result }) => {
    if (method === undefined) void apply(result);
    else if (id === undefined) notified[method]?.();
    else if (results[method]) write({ id, result: results[method](params) });
    else write({ id, error: { code: -32601, message: 'Method not found' } });
  };
}

overStdio(import.meta.url, serve);
