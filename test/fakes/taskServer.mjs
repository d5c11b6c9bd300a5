// A scripted MCP server over stdio whose tools are tasks (MCP 2025-11-25, "Tasks"). Plain JSON-RPC, no SDK.
//
// Each tool must be called as a task, except:
//   heard      structuredContent {methods: [of all received requests], cancelled: [tasks that were cancelled]}
//   late       first reports progress of the last task, which is over
// Tools, by the course of their tasks:
//   works      "halfway" at the first status request, done at the second
//   asks       needs input at the first status request; asks for a form while the client waits for the result, and
//              answers with the content of the form
//   fails      failed, "out of paper"; its result is a CallToolResult with isError
//   breaks     failed, "out of ink"; its result is a protocol error
//   stops      cancelled by the server, "no time"
//   forgotten  the server does not know the task any more
//   endless    works until it is cancelled
//   dies       the process ends at the first status request
//   leaves     asks the client to poll in a minute; the process ends before that
//   swaps      is another task at the first status request
//   plain      answers at once, without a task
import { overStdio } from './overStdio.mjs';

export function serve({ write, exit }) {
  const methods = [];
  const cancelled = [];
  /** Number of status requests for each task by its id, which is the name of its tool. */
  const asked = new Map();
  let resultAsked;
  let progressToken;

  const statuses = {
    works: (times) => (times === 1 ? ['working', 'halfway'] : ['completed']),
    asks: () => ['input_required'],
    fails: () => ['failed', 'out of paper'],
    breaks: () => ['failed', 'out of ink'],
    stops: () => ['cancelled', 'no time'],
    endless: () => ['working'],
  };

  const task = (taskId, [status, statusMessage], pollInterval = 1) => ({
    taskId,
    status,
    ...(statusMessage && { statusMessage }),
    createdAt: '2026-01-01T00:00:00Z',
    lastUpdatedAt: '2026-01-01T00:00:00Z',
    ttl: 60_000,
    pollInterval,
  });

  const text = (id, words, isError = false) =>
    write({ id, result: { content: [{ type: 'text', text: words }], isError } });

  const handlers = {
    initialize: ({ id, params }) => {
      const capabilities = { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } };
      write({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities,
          serverInfo: { name: 'task-server', version: '1.0.0' },
        },
      });
    },
    'tools/list': ({ id }) => {
      const tools = [...Object.keys(statuses), 'forgotten', 'dies', 'leaves', 'swaps', 'plain'].map(
        (name) => ({
          name,
          inputSchema: { type: 'object' },
          execution: { taskSupport: 'required' },
        }),
      );
      const direct = ['heard', 'late'].map((name) => ({ name, inputSchema: { type: 'object' } }));
      write({ id, result: { tools: [...tools, ...direct] } });
    },
    'tools/call': ({ id, params }) => {
      if (params.task) progressToken = params._meta?.progressToken;
      if (params.name === 'heard')
        write({ id, result: { content: [], structuredContent: { methods, cancelled } } });
      else if (params.name === 'late') {
        write({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
        text(id, 'told');
      } else if (!params.task) write({ id, error: { code: -32601, message: 'only as a task' } });
      else if (params.name === 'plain') text(id, 'at once');
      else if (params.name === 'leaves') {
        write({ id, result: { task: task(params.name, ['working'], 60_000) } });
        exit(1);
      } else write({ id, result: { task: task(params.name, ['working']) } });
    },
    'tasks/get': ({ id, params: { taskId } }) => {
      const times = (asked.get(taskId) ?? 0) + 1;
      asked.set(taskId, times);
      if (taskId === 'dies') return exit(1);
      if (taskId === 'swaps') return write({ id, result: task('another', ['completed']) });
      if (statuses[taskId]) write({ id, result: task(taskId, statuses[taskId](times)) });
      else write({ id, error: { code: -32602, message: 'there is no such task' } });
    },
    'tasks/result': ({ id, params: { taskId } }) => {
      if (taskId === 'fails') text(id, 'the printer is out of paper', true);
      else if (taskId === 'breaks') write({ id, error: { code: -32603, message: 'the printer broke' } });
      else if (taskId === 'asks') {
        resultAsked = id;
        const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
        write({ id: 'form', method: 'elicitation/create', params: { message: 'Who?', requestedSchema } });
      } else text(id, 'done');
    },
    'tasks/cancel': ({ id, params: { taskId } }) => {
      cancelled.push(taskId);
      write({ id, result: task(taskId, ['cancelled']) });
    },
  };

  return (message) => {
    if (message.id === 'form') text(resultAsked, JSON.stringify(message.result ?? message.error));
    else if (message.id === undefined) return;
    else {
      methods.push(message.method);
      if (handlers[message.method]) handlers[message.method](message);
      else write({ id: message.id, error: { code: -32601, message: 'Method not found' } });
    }
  };
}

overStdio(import.meta.url, serve);
