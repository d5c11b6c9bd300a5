// A tool call that its server executes as a task (MCP 2025-11-25, "Tasks"). The client polls the status until the task
// is over, then requests the result. A connection that breaks meanwhile does not repeat the call.
import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { JsonOutcome, RequestOutcome } from './requestOutcome.ts';

/** Progress of one call. The same object is passed again if the call continues after a sign-in. */
export interface TaskInHand {
  /** The response that named the task. Once it is set, the tool is not called again. */
  begun?: JsonObject;
}

interface Task {
  readonly id: string;
  readonly status: string;
  readonly message: string | undefined;
  /** Milliseconds between two polls. */
  readonly pollMs: number;
}

export interface TaskServer {
  /** Aborted when the result is no longer needed, or nothing can be requested from the server any more. */
  readonly over: AbortSignal;
  /** Sends nothing and settles at once if `over` is aborted. */
  request(method: 'tasks/get' | 'tasks/result', params: JsonObject): Promise<JsonOutcome>;
  /** Tells the server that the task is no longer needed. Does not wait for a response. */
  cancel(id: string): void;
  /** Called with the status message of the task. */
  onMessage(text: string): void;
}

/** Milliseconds between polls if the server names no interval, as in VS Code 1.139. */
const usualPollMs = 2_000;
const shortestPollMs = 100;
const longestPollMs = 30_000;
/** Number of consecutive failed requests after which the task is given up. */
const mostVain = 5;

/** Returns the task in the response to `tools/call`; undefined if the response is the result. */
export function taskOf({ task }: JsonObject): Task | undefined {
  return isJsonObject(task) ? readTask(task) : undefined;
}

/** Resolves to the result of the tool. A failed task counts as a failed tool. Aborting `signal` cancels the task. */
export async function taskResult(first: Task, server: TaskServer, signal: AbortSignal): Promise<JsonOutcome> {
  const task = await untilOver(first, server);
  const result = 'id' in task ? await resultOf(task, server) : task;
  if (signal.aborted) {
    server.cancel(first.id);
    return { kind: 'aborted' };
  }
  return result;
}

/**
 * Resolves to the task when it is over or wants input, which it receives while its result is awaited; or to the outcome
 * of a failed request.
 */
async function untilOver(first: Task, server: TaskServer): Promise<Task | RequestOutcome<never>> {
  let task = first;
  let reported: string | undefined;
  for (;;) {
    if (task.message !== undefined && task.message !== reported) server.onMessage(task.message);
    reported = task.message;
    if (task.status !== 'working') return task;
    const answer = await asked('tasks/get', task, server);
    if (answer.kind !== 'done') return answer;
    const next = readTask(answer.value);
    if (next?.id !== task.id) return { kind: 'lost', message: 'its task status is invalid' };
    task = next;
  }
}

async function resultOf(task: Task, server: TaskServer): Promise<JsonOutcome> {
  const { status, message } = task;
  if (status === 'cancelled') return failed(`it cancelled its task${reason(message)}`);
  const answer = await asked('tasks/result', { ...task, pollMs: 0 }, server);
  return answer.kind !== 'done' && status === 'failed' ? failed(`its task failed${reason(message)}`) : answer;
}

/**
 * Sends the request after a delay, and again after a temporary failure. Repeating is safe, because only the call itself
 * could have an effect twice.
 */
async function asked(
  method: 'tasks/get' | 'tasks/result',
  { id, pollMs }: Task,
  server: TaskServer,
): Promise<JsonOutcome> {
  for (let vain = 0; ; vain++) {
    await wait(vain === 0 ? pollMs : usualPollMs, undefined, { signal: server.over }).catch(() => undefined);
    const answer = await server.request(method, { taskId: id });
    const mayPass = answer.kind === 'lost' || (answer.kind === 'refused' && answer.mayPass === true);
    if (!mayPass || vain === mostVain) return afterStart(answer);
  }
}

/** Marks the call as possibly executed, because the task has started even if this request failed. */
function afterStart(answer: JsonOutcome): JsonOutcome {
  if (answer.kind === 'refused')
    return { kind: 'lost', message: `its task's outcome is unknown: ${answer.message}` };
  return answer.kind === 'ended' ? { ...answer, asked: true } : answer;
}

function readTask({ taskId, status, statusMessage, pollInterval }: JsonObject): Task | undefined {
  if (typeof taskId !== 'string' || typeof status !== 'string') return undefined;
  const pollMs =
    typeof pollInterval === 'number'
      ? Math.min(longestPollMs, Math.max(shortestPollMs, pollInterval))
      : usualPollMs;
  return {
    id: taskId,
    status,
    message: typeof statusMessage === 'string' ? statusMessage : undefined,
    pollMs,
  };
}

/** Returns a `CallToolResult` with an error. */
function failed(text: string): JsonOutcome {
  return { kind: 'done', value: { content: [{ type: 'text', text }], isError: true } };
}

function reason(message: string | undefined): string {
  return message === undefined ? '' : `: ${message}`;
}
