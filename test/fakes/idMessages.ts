// An MCP server that works on the text of messages. Its one tool `same` answers with the given id and never parses a
// number, so the digits of the answer are those of the request. `node idMessages.ts` serves it over stdio,
// test/mcp/exactIntegers.test.ts over HTTP.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const inputSchema = '{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807}}}';
const results: Readonly<Record<string, string>> = {
  initialize:
    '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"ids","version":"1"}}',
  'tools/list': `{"tools":[{"name":"same","annotations":{"readOnlyHint":true},"inputSchema":${inputSchema}}]}`,
};

/** Returns the answer to a request; undefined for a notification. */
export function answerTo(request: string): string | undefined {
  const { id, method } = JSON.parse(request) as { id?: number; method: string };
  if (id === undefined) return undefined;
  const [, digits = 'null'] = /"arguments":\{"id":(-?\d+)\}/.exec(request) ?? [];
  const result =
    results[method] ??
    `{"content":[{"type":"text","text":"{\\"id\\": ${digits}}"}],"structuredContent":{"id":${digits}}}`;
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const answer = answerTo(line);
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
  });
}
