// A scripted MCP server over stdio that returns the arguments and variables of its process. Plain JSON-RPC, no SDK.
//
// Tools, which only read and take { names: [of variables] }:
//   given   structuredContent { args, values: { <name>: <value> } }
//   fail    the same as the text of an error, each value also encoded for addresses and in base64
import { overStdio } from './overStdio.mjs';

const tool = (name) => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
});

export function serve({ args, env, write }) {
  const given = (names) => ({
    args,
    values: Object.fromEntries(names.map((name) => [name, env[name] ?? null])),
  });
  const told = ({ values }) => {
    const texts = [...args, ...Object.values(values).filter((value) => value !== null)];
    return texts
      .flatMap((text) => [text, encodeURIComponent(text), Buffer.from(text).toString('base64')])
      .join('\n');
  };
  const answers = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'given', version: '1' },
    }),
    'tools/list': () => ({ tools: [tool('given'), tool('fail')] }),
    'tools/call': ({ name, arguments: { names = [] } = {} }) => {
      const structuredContent = given(names);
      if (name === 'given') return { content: [], structuredContent };
      return { isError: true, content: [{ type: 'text', text: `refused:\n${told(structuredContent)}` }] };
    },
  };
  return ({ id, method, params }) => {
    if (id !== undefined && method !== undefined) write({ id, result: answers[method]?.(params) ?? {} });
  };
}

overStdio(import.meta.url, serve);
