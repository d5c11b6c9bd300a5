// A tool call that its server carries out as a task (MCP 2025-11-25, "Tasks"): the server is asked how it stands until it is
// over, then for its result. What becomes of the connection meanwhile does not make the call again.
import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { RequestOutcome } from './requestOutcome.ts';

/** What one call has come to. It is handed over again where the call goes on after a sign-in. */
export interface TaskInHand {
  /** The answer that spoke of its task: from now on the tool is not called again. */
  begun?: JsonObject;
}

interface Task {
  readonly id: string;
  readonly status: string;
  readonly message: string | undefined;
  /** Milliseconds between two questions. */
  readonly pollMs: number;
}

export interface TaskServer {
  /** Aborted when the server can be asked nothing any more. */
  readonly over: AbortSignal;
  /** Asks nothing, and settles at once, when the answer is no longer needed or `over` is aborted. */
  request(method: 'tasks/get' | 'tasks/result', params: JsonObject): Promise<RequestOutcome<JsonObject>>;
  /** Tells the server that the task is no longer needed; never rejects, and ends in its own time. */
  cancel(id: string): void;
  /** What the server says that the task is at. */
  onMessage(text: string): void;
}

/** VS Code 1.139 waits as long where the server does not say. */
const usualPollMs = 2_000;
const shortestPollMs = 100;
const longestPollMs = 30_000;
/** Questions without an answer, one after the other, until the task is given up. */
const mostVain = 5;

/** The task that the answer of `tools/call` speaks of; undefined for an answer that is the result. */
export function taskOf({ task }: JsonObject): Task | undefined {
  return isJsonObject(task) ? readTask(task) : undefined;
}

/** Settles with the answer of the tool. A task that failed is a tool that failed. `signal`: the answer is no longer needed. */
export async function taskResult(first: Task, server: TaskServer, signal: AbortSignal): Promise<RequestOutcome<JsonObject>> {
  const worthWaiting = AbortSignal.any([signal, server.over]);
  const task = await untilOver(first, server, worthWaiting);
  const result = 'id' in task ? await resultOf(task, server, worthWaiting) : task;
  if (signal.aborted) {
    server.cancel(first.id);
    return { kind: 'aborted' };
  }
  return result;
}

/** The task that is over, or wants input, which it gets while its result is waited for; or what came between. */
async function untilOver(first: Task, server: TaskServer, worthWaiting: AbortSignal): Promise<Task | RequestOutcome<never>> {
  let task = first;
  let reported: string | undefined;
  for (;;) {
    if (task.message !== undefined && task.message !== reported) server.onMessage(task.message);
    reported = task.message;
    if (task.status !== 'working') return task;
    const answer = await asked('tasks/get', task, server, worthWaiting);
    if (answer.kind !== 'done') return answer;
    const next = readTask(answer.value);
    if (next?.id !== task.id) return { kind: 'lost', message: 'its task status is invalid' };
    task = next;
  }
}

async function resultOf(task: Task, server: TaskServer, worthWaiting: AbortSignal): Promise<RequestOutcome<JsonObject>> {
  const { status, message } = task;
  if (status === 'cancelled') return failed(`it cancelled its task${reason(message)}`);
  const answer = await asked('tasks/result', { ...task, pollMs: 0 }, server, worthWaiting);
  return answer.kind !== 'done' && status === 'failed' ? failed(`its task failed${reason(message)}`) : answer;
}

/** Asks after a while. Whatever may pass is asked again: only the call itself could do harm twice. */
async function asked(
  method: 'tasks/get' | 'tasks/result',
  { id, pollMs }: Task,
  server: TaskServer,
  worthWaiting: AbortSignal,
): Promise<RequestOutcome<JsonObject>> {
  for (let vain = 0; ; vain++) {
    await wait(vain === 0 ? pollMs : usualPollMs, undefined, { signal: worthWaiting }).catch(() => undefined);
    const answer = await server.request(method, { taskId: id });
    if (!mayPass(answer) || vain === mostVain) return afterStart(answer);
  }
}

function mayPass(answer: RequestOutcome<JsonObject>): boolean {
  return answer.kind === 'lost' || (answer.kind === 'refused' && answer.mayPass === true);
}

/** The tool may have run, whatever became of the question. */
function afterStart(answer: RequestOutcome<JsonObject>): RequestOutcome<JsonObject> {
  switch (answer.kind) {
    case 'refused':
      return { kind: 'lost', message: `its task's outcome is unknown: ${answer.message}` };
    case 'ended':
      return { ...answer, asked: true };
    case 'done':
    case 'aborted':
    case 'unauthorized':
    case 'lost':
      return answer;
  }
}

function readTask({ taskId, status, statusMessage, pollInterval }: JsonObject): Task | undefined {
  if (typeof taskId !== 'string' || typeof status !== 'string') return undefined;
  const pollMs = typeof pollInterval === 'number' ? Math.min(longestPollMs, Math.max(shortestPollMs, pollInterval)) : usualPollMs;
  return { id: taskId, status, message: typeof statusMessage === 'string' ? statusMessage : undefined, pollMs };
}

/** As a `CallToolResult`. */
function failed(text: string): RequestOutcome<JsonObject> {
  return { kind: 'done', value: { content: [{ type: 'text', text }], isError: true } };
}

function reason(message: string | undefined): string {
  return message === undefined ? '' : `: ${message}`;
}
