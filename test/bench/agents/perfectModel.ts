// A model that makes no mistakes, behind an endpoint on 127.0.0.1 like any other. For each task it follows the plan of
// the task. It keeps no state between requests, and only calls tools that it has read about in the request.
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { hangUp, listen } from '../../fakes/listen.ts';
import type { AssistantMessage, ChatRequest, Endpoint, Message } from './agent.ts';
import { tasks, type Call, type Plan, type Task } from './tasks.ts';

export class PerfectModel implements AsyncDisposable {
  readonly #server: Server;
  readonly endpoint: Endpoint;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.endpoint = { url: `http://127.0.0.1:${port}/v1`, model: 'perfect' };
  }

  static async start(): Promise<PerfectModel> {
    const server = createServer((request, response) => {
      const send = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      json(request)
        .then((body) => send(200, { choices: [{ index: 0, message: replyTo(body as ChatRequest) }] })) // of our agent
        .catch((error: unknown) => send(400, { error: { message: String(error) } }));
    });
    return new PerfectModel(server, await listen(server));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return hangUp(this.#server);
  }
}

/** Repeats the plan with the results so far, up to the next step. */
function replyTo({ messages, tools }: ChatRequest): AssistantMessage {
  const task = tasks.find(({ question }) =>
    messages.some(({ role, content }) => role === 'user' && content === question),
  );
  if (!task) throw new Error('This is no question of the tasks.');
  const names = new Set(tools.map((tool) => tool.function.name));
  const plan = names.has('executeCode') ? task.scripts() : withSearch(task, names.has('tool_search'));
  let step = plan.next([]);
  let turn = 0;
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    const ids = message.tool_calls?.map(({ id }) => id) ?? [];
    step = plan.next(
      ids.map(
        (id) =>
          messages.find((result) => result.role === 'tool' && result.tool_call_id === id)?.content ?? '',
      ),
    );
    turn += 1;
  }
  if (step.done === true) return { role: 'assistant', content: `ANSWER: ${step.value}` };
  const unread = step.value.find((call) => !hasRead(call, messages, tools));
  if (unread) throw new Error(`Nothing in the request tells of the tools of ${JSON.stringify(unread)}.`);
  const calls = step.value.map(({ name, input }, at) => {
    return {
      id: `call_${turn}_${at}`,
      type: 'function' as const,
      function: { name, arguments: JSON.stringify(input) },
    };
  });
  return { role: 'assistant', content: null, tool_calls: calls };
}

function* withSearch(task: Task, searches: boolean): Plan {
  if (searches) yield [{ name: 'tool_search', input: { query: task.search } }];
  return yield* task.calls();
}

/**
 * True for a tool with its definition, and for a script if a description or a result shows each of its tools with all
 * arguments.
 */
function hasRead({ name, input }: Call, messages: readonly Message[], tools: ChatRequest['tools']): boolean {
  const called = tools.find((tool) => tool.function.name === name);
  if (!called || !('code' in input)) return called !== undefined;
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  const read = [called.function.description, ...results].join('\n');
  return [...String(input.code).matchAll(/tools\.(\w+)\.(\w+)\(/g)].every(([, server, method]) => {
    // A list that has no room for all arguments ends in an ellipsis.
    const brief = new RegExp(`(^${server} \\(\\d+\\):.* |tools\\.${server}\\.)${method}\\([^)…]*\\)`, 'm');
    return read.includes(`tools.${server}.${method}(input`) || brief.test(read);
  });
}
