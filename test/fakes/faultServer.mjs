// A scripted MCP server over stdio that does what real servers do wrong. Plain JSON-RPC, no SDK, so that nothing
// corrects it. `node faultServer.mjs [behaviour]`; without one it answers as it should (`ok`). `from:<file>` is the
// behaviour that the file names when the server is started, so that one definition can behave in several ways. The code
// below shows the other behaviours and the tools, which are marked read-only unless `writing` has them. In the tests'
// own process, the behaviours and tools work that need no process and no raw output.
import { spawn } from 'node:child_process';
import { closeSync, readFileSync, writeSync } from 'node:fs';
import { overStdio } from './overStdio.mjs';

const banner = 'Welcome to the fault server!';
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const greeting = { type: 'object', properties: { greeting: { type: 'string' } }, required: ['greeting'] };
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const structured = (value) => ({ ...text(JSON.stringify(value)), structuredContent: value });
const writing = new Set(['write_note', 'die', 'half', 'deaf', 'mute', 'add_tool']);
const inputs = {
  echo: { properties: { text: { type: 'string' } }, required: ['text'] },
  checked: { properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
  say_hello: { properties: { name: { type: 'string' } }, required: ['name'] },
  write_note: { properties: { text: { type: 'string' } }, required: ['text'] },
  storm: { properties: { times: { type: 'integer' } }, required: ['times'] },
  chatter: { properties: { times: { type: 'integer' } }, required: ['times'] },
  badger: { properties: { times: { type: 'integer' } }, required: ['times'] },
  raw: { properties: { lines: { type: 'array', items: { type: 'string' } } }, required: ['lines'] },
  flood: { properties: { lines: { type: 'integer' } }, required: ['lines'] },
  big: { properties: { bytes: { type: 'integer', minimum: 0 } } },
  progress: { properties: { steps: { type: 'integer', minimum: 1 } } },
  env: { properties: { name: { type: 'string' } }, required: ['name'] },
};
const outputs = { say_hello: greeting, wrong_structure: greeting, no_structure: greeting };
/**
 * Heeds neither the end of stdin nor SIGTERM and, while it lives, holds a connection to port $HELPER_PORT of 127.0.0.1;
 * with `helper-die` the server leaves it behind.
 */
const helper =
  "process.on('SIGTERM', () => {}); require('node:net').connect(Number(process.env.HELPER_PORT), '127.0.0.1')";

export function serve({ args, env, pid, write, say, exit }) {
  const [told = 'ok'] = args;
  const behaviour = told.startsWith('from:') ? readFileSync(told.slice('from:'.length), 'utf8') : told;

  /** Names of the tools whose calls are open, by request id. */
  const open = new Map();
  const cancelled = [];
  let added = 0;
  let lists = 0;

  const reportProgress = ({ params }, progress) => {
    const progressToken = params?._meta?.progressToken;
    if (progressToken !== undefined)
      write({ method: 'notifications/progress', params: { progressToken, ...progress } });
  };

  /** The tools by name. Each gets the arguments and the request; undefined means no answer. */
  const tools = {
    echo: ({ text: value }) => text(String(value)),
    checked: () => text('checked'),
    say_hello: ({ name }) => structured({ greeting: `Hello, ${name}!` }),
    write_note: () => text('noted'),
    die: () => {
      say('fatal error: out of cheese');
      exit(7);
    },
    last: (_, { id }) => {
      write({ id, result: text('the last') });
      exit(8);
    },
    half: (_, { id }) => {
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: text('whole') }).slice(0, 30), () =>
        process.exit(6),
      );
    },
    parts: async (_, { id }) => {
      const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, result: text('whole: ü €') })}\n`);
      for (const byte of bytes)
        await new Promise((resolve) => process.stdout.write(Buffer.of(byte), resolve));
    },
    noise: () => {
      for (const line of [
        '',
        'Debug: here',
        '{',
        '[]',
        '7',
        'null',
        '{}',
        '{"jsonrpc":"1.0","id":1}',
        '\u0000\u0007',
        '"',
      ]) {
        process.stdout.write(`${line}\n`);
      }
      return text('after the noise');
    },
    wrong_ids: () => {
      for (const id of [987_654, -1, 'someone', null]) write({ id, result: text('not yours') });
      return text('mine');
    },
    deep: () => {
      const deep = '['.repeat(500_000) + ']'.repeat(500_000);
      process.stdout.write(`{"jsonrpc":"2.0","id":987654,"result":{"deep":${deep}}}\n`);
      return text('shallow');
    },
    twice: (_, { id }) => {
      write({ id, result: text('first') });
      return text('second');
    },
    storm: ({ times }) => {
      for (let sent = 0; sent < times; sent++) write({ method: 'notifications/tools/list_changed' });
      return text('calm');
    },
    flood: ({ lines }) => {
      for (let line = 0; line < lines; line++)
        writeSync(2, `line ${line} of a long story that nobody asked for\n`);
      return text('dry');
    },
    chatter: ({ times }) => {
      for (let sent = 0; sent < times; sent++)
        write({ method: 'notifications/message', params: { level: 'error', data: `thought ${sent}` } });
      return text('silent');
    },
    badger: async ({ times }, { id }) => {
      process.stdin.pause();
      const ping = (sent) => `${JSON.stringify({ jsonrpc: '2.0', id: `ping-${sent}`, method: 'ping' })}\n`;
      for (let sent = 0; sent < times; sent++)
        await new Promise((resolve) => process.stdout.write(ping(sent), resolve));
      process.stdin.resume();
      write({ id, result: text('enough') });
    },
    deaf: (_, { id }) => {
      setInterval(() => {}, 60_000);
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: text('bye') })}\n`, () =>
        closeSync(0),
      );
    },
    mute: () => closeSync(1),
    fail: () => ({ ...text('the disk is full'), isError: true }),
    refuse: (_, { id }) =>
      write({ id, error: { code: -32602, message: 'text must not be empty' } }) && undefined,
    null_result: () => null,
    batch: (_, { id }) => {
      const messages = [
        { method: 'notifications/message', params: { level: 'info', data: 'hello' } },
        { id, result: text('in a batch') },
      ];
      process.stdout.write(
        `${JSON.stringify(messages.map((message) => ({ jsonrpc: '2.0', ...message })))}\n`,
      );
    },
    raw: ({ lines }, { id }) => {
      for (const line of lines) process.stdout.write(`${line.replaceAll('$ID', String(id))}\n`);
    },
    odd_error: (_, { id }) =>
      write({ id, error: { code: 'E_DISK', message: 'the disk is full' } }) && undefined,
    big: ({ bytes = 10 * 1024 * 1024 }) => text('x'.repeat(bytes)),
    image: () => ({ content: [{ type: 'image', data: pixel, mimeType: 'image/png' }] }),
    blocks: () => ({
      content: [
        { type: 'text', text: 'first' },
        { type: 'image', data: pixel, mimeType: 'image/png' },
        { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'file:///note.txt', mimeType: 'text/plain', text: 'a note' } },
        { type: 'resource_link', uri: 'file:///other.txt', name: 'other', mimeType: 'text/plain' },
      ],
    }),
    progress: ({ steps = 3 }, request) => {
      for (let step = 1; step <= steps; step++)
        reportProgress(request, { progress: step, total: steps, message: `step ${step}` });
      return text('done');
    },
    hang: (_, request) => reportProgress(request, { progress: 0, message: 'hanging' }),
    late: (_, request) => reportProgress(request, { progress: 0, message: 'hanging' }),
    cancellations: () => structured({ cancelled }),
    add_tool: () => {
      added += 1;
      write({ method: 'notifications/tools/list_changed' });
      return text(`added_${added}`);
    },
    pid: () => structured({ pid }),
    env: ({ name }) => structured(name in env ? { set: true, value: env[name] } : { set: false }),
    where: () => structured({ cwd: process.cwd(), args }),
    wrong_structure: () => structured({ other: 1 }),
    no_structure: () => text('plain'),
  };

  const listed = (name) => ({
    name,
    description: `The tool ${name} of the fault server.`,
    inputSchema: { type: 'object', ...inputs[name] },
    ...(outputs[name] && { outputSchema: outputs[name] }),
    ...(behaviour === 'appOnly' && { _meta: { ui: { visibility: ['app'] } } }),
    annotations:
      behaviour === 'writing' || writing.has(name)
        ? { readOnlyHint: false }
        : { readOnlyHint: true, ...(behaviour === 'contradicting' && { destructiveHint: true }) },
  });

  const list = ({ id, params }) => {
    switch (behaviour) {
      case 'malformed': {
        const broken = [
          null,
          { description: 'no name' },
          { name: 7, inputSchema: {} },
          { name: 'no_schema' },
          { name: 'bad_schema', inputSchema: [] },
        ];
        return write({ id, result: { tools: [listed('echo'), ...broken, listed('say_hello')] } });
      }
      case 'colliding':
        return write({ id, result: { tools: ['get_thing', 'getThing', 'get-thing'].map(listed) } });
      case 'double':
        return write({
          id,
          result: { tools: [listed('echo'), { ...listed('echo'), description: 'The second.' }] },
        });
      case 'endless': {
        const page = Number(params?.cursor ?? 0);
        return write({ id, result: { tools: [listed(`tool_${page}`)], nextCursor: String(page + 1) } });
      }
      case 'repeated':
        return write({ id, result: { tools: [listed('echo')], nextCursor: 'again' } });
      case 'list-error':
        return write({ id, error: { code: -32603, message: 'the list is lost' } });
      case 'list-silent':
        return undefined;
      case 'list-die':
        return exit(9);
      default: {
        if (behaviour === 'list-changing' && lists++ === 0)
          write({ method: 'notifications/tools/list_changed' });
        const names = [
          ...Object.keys(tools),
          ...Array.from({ length: added }, (_, index) => `added_${index + 1}`),
        ];
        return write({ id, result: { tools: names.map(listed) } });
      }
    }
  };

  const call = (request) => {
    const { id, params } = request;
    open.set(id, params.name);
    const tool = tools[params.name];
    const result = tool ? tool(params.arguments ?? {}, request) : text(params.name);
    if (result === undefined || result instanceof Promise) return;
    open.delete(id);
    write({ id, result });
  };

  const methods = {
    initialize: async ({ id, params }) => {
      if (behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, Number(env.START_MS)));
      if (behaviour === 'refuse')
        return write({ id, error: { code: -32000, message: 'the licence has expired' } });
      const [, version = params.protocolVersion] = /^refuse-version:(.*)/.exec(behaviour) ?? [];
      if (version !== params.protocolVersion) {
        return write({
          id,
          error: { code: -32602, message: 'Unsupported protocol version', data: { supported: [version] } },
        });
      }
      if (behaviour === 'odd') return write({ id, result: {} });
      const result = {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'fault-server', version: '1.0.0' },
        instructions: 'Everything here goes wrong on purpose.',
      };
      return write({ id, result });
    },
    ping: ({ id }) => write({ id, result: {} }),
    'tools/list': list,
    'tools/call': call,
    'notifications/cancelled': ({ params }) => {
      const name = open.get(params.requestId);
      if (name === undefined) return;
      open.delete(params.requestId);
      cancelled.push(name);
      if (name === 'late') write({ id: params.requestId, result: text('too late') });
    },
  };

  if (behaviour === 'exit') {
    say('fatal error: no configuration');
    exit(3);
  }
  if (behaviour === 'garbage' || behaviour === 'banner') process.stdout.write(`${banner}\n`);
  if (behaviour.startsWith('helper'))
    spawn(process.execPath, ['-e', helper], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (behaviour === 'helper-die') process.stdin.once('end', () => process.exit(0));
  if (behaviour.startsWith('stubborn')) {
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 60_000);
  }
  let isInitialized = false;
  return (request) => {
    isInitialized ||= request.method === 'initialize';
    // As servers on the Rust SDK do.
    if (!isInitialized && behaviour === 'initialize-first') {
      say('expected initialize');
      return exit(4);
    }
    if (!isInitialized && behaviour === 'initialize-only') return;
    if (['exit', 'garbage', 'silent', 'stubborn-silent'].includes(behaviour)) return;
    const method = methods[request.method];
    if (method) method(request);
    else if (request.id !== undefined)
      write({ id: request.id, error: { code: -32601, message: 'Method not found' } });
  };
}

overStdio(import.meta.url, serve);
