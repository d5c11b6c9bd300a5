// An MCP server over stdio that appends a line to a file for each of its writes, so that a test can count the writes
// even if processes died meanwhile. `node countingServer.mjs <folder>`: `writes.txt` has the writes, `pids.txt` the
// processes of the server. With `hold.txt`, `before 7` or `after 7`, it does not do, or not answer, the seventh call
// of `add`, once, and writes `held.txt`. `flaky` fails without an effect when it is first called with n, and `shaky`
// after its write, with a 503; `mark` declares no effect.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { overStdio } from './overStdio.mjs';

const linesOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);
const number = {
  type: 'object',
  properties: { n: { type: 'integer' }, ms: { type: 'integer' } },
  required: ['n'],
};
const answer = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] };
const write = (name) => ({
  name,
  description: name,
  inputSchema: number,
  outputSchema: answer,
  annotations: { readOnlyHint: false },
});
const tools = [
  ...['add', 'remove', 'shaky', 'flaky'].map(write),
  { name: 'mark', description: 'mark', inputSchema: number, outputSchema: answer },
  {
    name: 'total',
    description: 'total',
    inputSchema: { type: 'object' },
    outputSchema: answer,
    annotations: { readOnlyHint: true },
  },
];

export function serve({ args: [folder = '.'], pid, write }) {
  const file = join(folder, 'writes.txt');
  let adds = 0;

  function call(name, { n }) {
    const fails =
      (name === 'flaky' || name === 'shaky') && !linesOf(join(folder, 'failed.txt')).includes(String(n));
    if (fails) appendFileSync(join(folder, 'failed.txt'), `${n}\n`);
    if (fails && name === 'flaky')
      return { content: [{ type: 'text', text: 'not found, not yet' }], isError: true };
    if (name === 'remove')
      writeFileSync(
        file,
        linesOf(file)
          .filter((line) => line !== String(n))
          .map((line) => `${line}\n`)
          .join(''),
      );
    else if (name !== 'total') appendFileSync(file, `${n}\n`);
    if (fails) return { content: [{ type: 'text', text: '503 temporarily unavailable' }], isError: true };
    const total = linesOf(file).length;
    return { content: [{ type: 'text', text: JSON.stringify({ total }) }], structuredContent: { total } };
  }

  /** True for the one call that the file names, `before` or `after` its write. */
  function isHeld(name, when) {
    const hold = join(folder, 'hold.txt');
    if (name !== 'add' || !existsSync(hold) || readFileSync(hold, 'utf8') !== `${when} ${adds}`) return false;
    rmSync(hold);
    writeFileSync(join(folder, 'held.txt'), '');
    return true;
  }

  const replies = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'counting', version: '1' },
    }),
    'tools/list': () => ({ tools }),
    'tools/call': ({ name, arguments: input = {} }) => call(name, input),
    ping: () => ({}),
  };

  appendFileSync(join(folder, 'pids.txt'), `${pid}\n`);
  return ({ id, method, params = {} }) => {
    if (id === undefined) return;
    const reply = replies[method];
    if (params.name === 'add') adds += 1;
    if (isHeld(params.name, 'before')) return;
    const body = reply ? { result: reply(params) } : { error: { code: -32601, message: 'no such method' } };
    if (isHeld(params.name, 'after')) return;
    const say = () => write({ id, ...body });
    const ms = params.arguments?.ms;
    if (ms > 0) setTimeout(say, ms).unref();
    else say();
  };
}

overStdio(import.meta.url, serve);
