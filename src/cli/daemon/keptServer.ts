// The program of one server, and the commands that use it at the same time. Each command is an MCP client that sends
// `initialize`, numbers its requests and disconnects at any time, but the program has only one client: this module. So
// `initialize` reaches the program once, requests get new numbers, and the open requests of a command that ends are
// cancelled.
import {
  ProtocolErrorCode,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/client';
import { rawIntegers, stringifyExact } from '../../base/exactJson.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.ts';
import { defaultTimings, errorAnswer, ProcessTransport, type OrphanGuard } from '../../mcp/index.ts';
import { lineMarks, type AskedServer, type KeptStatus } from './daemonWire.ts';

/** A command that uses the server. */
export interface ServerUser {
  /** Takes a line without its end. */
  readonly write: (line: string) => void;
  /** Called once when the program has ended, after all lines. */
  readonly ended: () => void;
}

interface OpenRequest {
  /** The command that made the request; undefined once it has disconnected. */
  readonly caller: ServerUser | undefined;
  readonly id: RequestId;
  readonly progressToken: unknown;
  readonly isInitialize: boolean;
}

/** The field of `_meta` that names the request to which a notification belongs (MCP 2026-07-28). */
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

interface KeptServerOptions {
  readonly guard: OrphanGuard;
  readonly idleMs: number;
  /** Settles when the program may start: when the earlier program of the server has ended, or commands still use it. */
  readonly after: Promise<unknown>;
  /** Called when no command has used the server for `idleMs`, or when no command can use it any more. */
  readonly onUnused: () => void;
  readonly onEnded: () => void;
}

export class KeptServer {
  readonly asked: AskedServer;
  /** Resolves to true when the program runs, and to false after its commands have got the reason why it does not. */
  readonly started: Promise<boolean>;
  readonly #transport: ProcessTransport;
  readonly #callers = new Set<ServerUser>();
  /** Open requests of commands, by the number under which the program knows them. */
  readonly #open = new Map<string, OpenRequest>();
  /** Open requests of the program, by the ids that it chose. */
  readonly #questions = new Map<RequestId, ServerUser>();
  readonly #startedAt = Date.now();
  readonly #idleMs: number;
  readonly #onUnused: () => void;
  #usedAt = performance.now();
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;
  /** Commands that wait for the answer to `initialize`. */
  #waiting: { readonly caller: ServerUser; readonly id: RequestId }[] = [];
  /** The answer to `initialize`. */
  #greeting: object | undefined;
  #announcedRoots = false;
  /** True if further commands can use the server: it has answered a request, and no other server replaces it. */
  #isUsable = false;
  #isRetired = false;

  constructor(asked: AskedServer, { guard, idleMs, after, onUnused, onEnded }: KeptServerOptions) {
    this.asked = asked;
    this.#idleMs = idleMs;
    this.#onUnused = onUnused;
    // The commands hide secrets in these lines and log them.
    const tell = (line: string) => this.#tellAll(lineMarks.stderr + line);
    const output = {
      addStderr: tell,
      addGarbage: (line: string) => tell(`not MCP, on stdout: ${line}`),
      hide: (text: string) => text,
    };
    const { launch, env } = asked;
    this.#transport = new ProcessTransport({ launch, env, times: defaultTimings, output, guard });
    this.#transport.onmessage = (message) => {
      if (!('method' in message)) this.#answered(message);
      else if ('id' in message) this.#asks(message);
      else this.#tells(message);
    };
    this.#transport.onclose = () => {
      clearTimeout(this.#idle);
      const { exit, endedByItself } = this.#transport;
      if (exit && endedByItself) this.#tellAll(lineMarks.exit + JSON.stringify(exit));
      for (const caller of this.#callers) caller.ended();
      this.#callers.clear();
      onEnded();
    };
    this.started = after.then(() => this.#start());
  }

  async #start(): Promise<boolean> {
    try {
      await this.#transport.start();
      return true;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      this.#tellAll(lineMarks.failed + JSON.stringify({ code, message }));
      await this.#transport.close();
      return false;
    }
  }

  /** Ends the program. No process is left when the promise resolves. */
  stop(): Promise<void> {
    return this.#transport.close();
  }

  /**
   * Called when another server replaces this one, which then ends with the last command that uses it. Resolves at once
   * if commands still use it, else when its process has ended.
   */
  async retire(): Promise<void> {
    this.#isRetired = true;
    if (this.#callers.size === 0) await this.stop();
  }

  get status(): KeptStatus {
    const { name, folder } = this.asked;
    const idleMs = this.#callers.size > 0 ? 0 : Math.round(performance.now() - this.#usedAt);
    return {
      name,
      folder,
      pid: this.#transport.pid,
      startedAt: this.#startedAt,
      commands: this.#callers.size,
      idleMs,
    };
  }

  add(caller: ServerUser): void {
    clearTimeout(this.#idle);
    this.#callers.add(caller);
  }

  /** Called when a command has disconnected or was killed. */
  remove(caller: ServerUser): void {
    if (!this.#callers.delete(caller)) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting.caller !== caller);
    for (const [id, request] of this.#open) if (request.caller === caller) this.#abandon(id, request);
    for (const [id, asked] of this.#questions)
      if (asked === caller) this.#refuse(id, 'the command that was asked has ended');
    this.#usedAt = performance.now();
    if (this.#callers.size > 0) return;
    if (this.#isUsable && !this.#isRetired) this.#idle = setTimeout(this.#onUnused, this.#idleMs);
    else this.#onUnused();
  }

  /** Handles a line of a command. A last line that was cut off is no valid JSON and is ignored. */
  fromCaller(caller: ServerUser, line: string): void {
    const message = parseJson(line);
    if (!isJsonObject(message)) return;
    const { id, method } = message;
    const isRequest = typeof id === 'string' || typeof id === 'number';
    if (typeof method !== 'string') {
      if (!isRequest || this.#questions.get(id) !== caller) return;
      this.#questions.delete(id);
      this.#send(message);
    } else if (isRequest) this.#requested(caller, message as unknown as JSONRPCRequest);
    else this.#notified(caller, message as unknown as JSONRPCNotification);
  }

  #requested(caller: ServerUser, message: JSONRPCRequest): void {
    const { id, method, params } = message;
    const isInitialize = method === 'initialize';
    if (isInitialize && this.#greeting) {
      answer(caller, { jsonrpc: '2.0', id, result: this.#greeting });
      // This command may have other folders (roots) than the first one, to which the program gave this answer.
      if (this.#announcedRoots && hasRoots(params))
        this.#send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
      return;
    }
    if (isInitialize && this.#waiting.push({ caller, id }) > 1) return;
    // An initialized program is not asked for its versions again: some programs do not answer unknown requests.
    if (method === 'server/discover' && this.#greeting) {
      answer(caller, errorAnswer(id, ProtocolErrorCode.MethodNotFound, 'Method not found'));
      return;
    }
    if (isInitialize) this.#announcedRoots = hasRoots(params);
    const number = this.#nextId++;
    const progressToken = params?._meta?.progressToken;
    this.#open.set(String(number), { caller, id, progressToken, isInitialize });
    const own =
      progressToken === undefined
        ? params
        : { ...params, _meta: { ...params?._meta, progressToken: number } };
    // The ids of subscriptions are strings for the client.
    this.#send({
      ...message,
      id: typeof id === 'string' ? String(number) : number,
      ...(own && { params: own }),
    });
  }

  #notified(caller: ServerUser, message: JSONRPCNotification): void {
    // The program already got this notification when it had answered `initialize`.
    if (message.method === 'notifications/initialized') return;
    if (message.method !== 'notifications/cancelled') {
      this.#send(message);
      return;
    }
    const cancelled = message.params?.['requestId'];
    for (const [id, request] of this.#open)
      if (request.caller === caller && request.id === cancelled) this.#abandon(id, request);
  }

  /** Cancels a request and drops its answer. `initialize` must not be cancelled (MCP 2025-11-25, "Cancellation"). */
  #abandon(number: string, request: OpenRequest): void {
    if (request.isInitialize) {
      this.#open.set(number, { ...request, caller: undefined });
      return;
    }
    this.#open.delete(number);
    const requestId = typeof request.id === 'string' ? number : Number(number);
    this.#send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId, reason: 'the caller cancelled' },
    });
  }

  #answered(message: Exclude<JSONRPCMessage, JSONRPCRequest | JSONRPCNotification>): void {
    const number = String(message.id);
    const request = this.#open.get(number);
    if (!request) return;
    this.#open.delete(number);
    this.#isUsable ||= 'result' in message;
    if (!request.isInitialize) {
      if (request.caller) answer(request.caller, { ...message, id: request.id });
      return;
    }
    if ('result' in message) {
      this.#greeting = message.result;
      this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    }
    for (const { caller, id } of this.#waiting.splice(0)) answer(caller, { ...message, id });
  }

  /** Handles a request of the program, which does not say to which command it belongs. */
  #asks(message: JSONRPCRequest): void {
    const { id, method } = message;
    if (method === 'ping') {
      this.#send({ jsonrpc: '2.0', id, result: {} });
      return;
    }
    const [busy, ...others] = new Set([...this.#open.values()].flatMap(({ caller }) => caller ?? []));
    const isOfAnyone = busy === undefined || method === 'roots/list';
    const caller = isOfAnyone ? [...this.#callers].at(-1) : others.length === 0 ? busy : undefined;
    if (caller) {
      this.#questions.set(id, caller);
      answer(caller, message);
    } else if (others.length > 0)
      this.#refuse(id, 'several commands use the server, and one of them is meant');
    else this.#refuse(id, 'no command uses the server');
  }

  #refuse(id: RequestId, why: string): void {
    this.#questions.delete(id);
    this.#send(errorAnswer(id, ProtocolErrorCode.InternalError, `Request not answered: ${why}.`));
  }

  /** Passes a notification to the command whose request it names, or to all commands. */
  #tells(message: JSONRPCNotification): void {
    const { method, params = {} } = message;
    const about = params as Readonly<Record<string, unknown>>;
    const meta = isJsonObject(about['_meta']) ? about['_meta'] : {};
    if (method === 'notifications/progress')
      this.#tellOwner(about['progressToken'], message, ({ progressToken }) => ({ progressToken }));
    else if (meta[subscriptionKey] !== undefined)
      this.#tellOwner(meta[subscriptionKey], message, ({ id }) => ({
        _meta: { ...meta, [subscriptionKey]: id },
      }));
    else if (method !== 'notifications/cancelled') this.#tellAll(lineMarks.stdout + stringifyExact(message));
    else {
      const requestId = about['requestId'];
      const asked = this.#questions.get(requestId as RequestId);
      this.#questions.delete(requestId as RequestId);
      if (asked) answer(asked, message);
      else this.#tellOwner(requestId, message, ({ id }) => ({ requestId: id }));
    }
  }

  #tellOwner(
    number: unknown,
    message: JSONRPCNotification,
    inTheirWords: (request: OpenRequest) => Readonly<Record<string, unknown>>,
  ): void {
    const request = this.#open.get(String(number));
    if (request?.caller)
      answer(request.caller, { ...message, params: { ...message.params, ...inTheirWords(request) } });
  }

  #tellAll(line: string): void {
    for (const caller of this.#callers) caller.write(line);
  }

  /** Writes a line. A program that ends meanwhile is handled when its end is reported. */
  #send(message: object): void {
    this.#transport.send(rawIntegers(message) as JSONRPCMessage).catch(() => undefined);
  }
}

function answer(caller: ServerUser, message: object): void {
  caller.write(lineMarks.stdout + stringifyExact(message));
}

function hasRoots(params: JSONRPCRequest['params']): boolean {
  const capabilities = (params as JsonObject | undefined)?.['capabilities'];
  return isJsonObject(capabilities) && capabilities['roots'] !== undefined;
}
