// The program of a small MCP server whose tools answer with its process id, for the host tests of the window's own MCP
// servers.

/** Answers with its process id; it has as many tools as its argument says. */
export const pidServer = `import { createInterface } from 'node:readline';
const tool = (name) => ({ name, description: name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } });
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'pids', version: '1' } }),
  'tools/list': () => ({ tools: ['my_pid', 'your_pid', 'their_pid'].map(tool) }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'pid ' + process.pid }] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const result = answers[method]?.();
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: 'no' } }) }) + '\\n');
}
`;
