// A scripted MCP server over stdio that answers with the exact text of two files: `node listServer.mjs <list>
// [<initialize>]`. Each file is a JSON-RPC result; every call is answered with "called".
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , listFile, initializeFile] = process.argv;
const initialize = initializeFile
  ? readFileSync(initializeFile, 'utf8')
  : '{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"resources":{},"prompts":{}},"serverInfo":{"name":"hostile","version":"1"}}';

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answers = {
    initialize: () => initialize,
    'tools/list': () => readFileSync(listFile, 'utf8'),
    'tools/call': () => '{"content":[{"type":"text","text":"called"}]}',
  };
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${answers[method]?.() ?? '{}'}}\n`);
});
