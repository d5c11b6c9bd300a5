// A scripted MCP server over stdio that uses the client's other half: it asks the client, tells it things, and has
// resources, in two pages, but no prompts. Plain JSON-RPC, no SDK, so that nothing corrects it. Its tool `ask` sends
// the request of its input to the client and answers with `{result}` or `{error}`, `tell` sends a notification, `gated`
// fails `times` times with the elicitations of its input, and the others answer with what the server knows.
//
// With NO_SUBSCRIPTIONS it tells of no changes of its resources. With ASK_WHEN_LISTING={method, params} it lists its
// tools once the client has answered that.
import { overStdio } from './overStdio.mjs';

const structured = (value) => ({ content: [], structuredContent: value });

export function serve({ env, write }) {
  const heard = [];
  const answers = [];
  const levels = [];
  const watched = new Set();
  const unwatched = [];
  let nameOfB = 'b';
  /** By the id of the request that the client is asked. */
  const asked = new Map();
  let capabilities;
  let gateCalls = 0;
  let pings = 0;
  let listing;

  const tools = {
    capabilities: ({ id }) => write({ id, result: structured(capabilities) }),
    ask: ({ id, params }) => {
      const question = params.arguments.id ?? `asked-${id}`;
      asked.set(question, id);
      write({ ...params.arguments, id: question });
    },
    tell: ({ id, params }) => {
      write(params.arguments);
      write({ id, result: structured({}) });
    },
    heard: ({ id }) => write({ id, result: structured({ heard, answers, levels, pings }) }),
    gated: ({ id, params: { arguments: args } }) => {
      gateCalls++;
      const data = { elicitations: args.elicitations };
      if (gateCalls <= (args.times ?? 1))
        write({ id, error: { code: -32042, message: 'sign in first', data } });
      else write({ id, result: structured({ gateCalls }) });
    },
    hang: () => undefined,
    watched: ({ id }) => write({ id, result: structured({ watched: [...watched], unwatched }) }),
    rename: ({ id }) => {
      nameOfB = 'renamed';
      write({ method: 'notifications/resources/list_changed' });
      write({ id, result: structured({}) });
    },
  };

  const list = (id) => {
    const annotations = { readOnlyHint: true };
    const inputSchema = { type: 'object', additionalProperties: true };
    write({ id, result: { tools: Object.keys(tools).map((name) => ({ name, inputSchema, annotations })) } });
  };

  const read = ({ id, params: { uri, _meta } }) => {
    if (uri === 'note:hang') {
      write({
        method: 'notifications/progress',
        params: { progressToken: _meta.progressToken, progress: 1, total: 2, message: 'reading' },
      });
    } else if (uri === 'note:a') {
      write({ id, result: { contents: [{ uri, mimeType: 'text/plain', text: 'milk', secret: 1 }] } });
    } else {
      write({ id, error: { code: -32002, message: `there is no ${uri}` } });
    }
  };

  const methods = {
    initialize: ({ id, params }) => {
      ({ capabilities } = params);
      const result = {
        protocolVersion: params.protocolVersion,
        capabilities: {
          tools: {},
          resources: { subscribe: !env.NO_SUBSCRIPTIONS, listChanged: true },
          logging: {},
        },
        serverInfo: { name: 'asking-server', version: '1.0.0' },
      };
      write({ id, result });
    },
    'tools/list': ({ id }) => {
      const question = env.ASK_WHEN_LISTING;
      if (question === undefined) list(id);
      else {
        listing = id;
        write({ ...JSON.parse(question), id: 'when listing' });
      }
    },
    'tools/call': (request) => tools[request.params.name](request),
    'resources/list': ({ id, params }) => {
      const first = {
        resources: [{ uri: 'note:a', name: 'a', title: 'A', mimeType: 7 }, { name: 'lost' }],
        nextCursor: 'more',
      };
      write({
        id,
        result: params?.cursor === 'more' ? { resources: [{ uri: 'note:b', name: nameOfB }] } : first,
      });
    },
    'resources/read': read,
    'resources/subscribe': ({ id, params: { uri } }) => {
      if (uri === 'note:hang') return;
      if (uri === 'note:none') {
        write({ id, error: { code: -32002, message: `there is no ${uri}` } });
        return;
      }
      watched.add(uri);
      if (uri === 'note:now') write({ method: 'notifications/resources/updated', params: { uri } });
      write({ id, result: {} });
    },
    'resources/unsubscribe': ({ id, params: { uri } }) => {
      watched.delete(uri);
      unwatched.push(uri);
      write({ id, result: {} });
    },
    ping: ({ id }) => {
      pings += 1;
      write({ id, result: {} });
    },
    'logging/setLevel': ({ id, params }) => {
      levels.push(params.level);
      write({ id, result: {} });
    },
  };

  return (message) => {
    const { id, method, result, error } = message;
    if (method === undefined && asked.has(id))
      write({ id: asked.get(id), result: structured(error ? { error } : { result }) });
    else if (method === undefined) {
      answers.push(error ?? result);
      list(listing);
    } else if (id === undefined) heard.push(method);
    else if (methods[method]) methods[method](message);
    else write({ id, error: { code: -32601, message: 'Method not found' } });
  };
}

overStdio(import.meta.url, serve);
