// An MCP server over stdio that works in the client's roots, as server-filesystem does, but late. Plain JSON-RPC, no SDK.
//
// Tool: `folders` -> structuredContent {folders: [what it works in now, as paths], pings: how many it got so far}
//
// ASK_MS     how long after `initialized` it asks for the roots (0), or `never`
// AGAIN_MS   how long after each answer it asks again (never)
// ASKS       how many questions it asks at once (1)
// APPLY_MS   how long after the answer it works in them (0)
//
// Says `applied` on stderr when it works in other folders.
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
    for (let number = 1; number <= Number(ASKS); number++) write({ id: `roots ${number}`, method: 'roots/list' });
  };
  const apply = async ({ roots }) => {
    if (AGAIN_MS !== undefined) setTimeout(ask, Number(AGAIN_MS));
    await delay(Number(APPLY_MS));
    folders = roots.map(({ uri }) => fileURLToPath(uri));
    say('applied');
  };

  const results = {
    initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities, serverInfo: { name: 'roots-server', version: '1.0.0' } }),
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
