// One server's program, and the commands that speak with it at once. Each command is an MCP client of its own, which
// initializes, numbers its requests and leaves when it likes; the program has one client, this one. So `initialize`
// reaches it once, requests are numbered anew, and what a command leaves open when it ends is cancelled.
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
  /** The program is gone; called once, after all lines. */
  readonly ended: () => void;
}

interface OpenRequest {
  /** None: the command that made it has left. */
  readonly caller: ServerUser | undefined;
  readonly id: RequestId;
  readonly progressToken: unknown;
  readonly isInitialize: boolean;
}

interface Waiting {
  readonly caller: ServerUser;
  readonly id: RequestId;
}

/** MCP 2026-07-28: the request whose stream a notification belongs to. */
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

interface KeptServerOptions {
  readonly guard: OrphanGuard;
  readonly idleMs: number;
  /** Settles when the program may start. */
  readonly after: Promise<unknown>;
  /** No command has used it for `idleMs`, or none can any more. */
  readonly onUnused: () => void;
  /** The program is gone. */
  readonly onEnded: () => void;
}

export class KeptServer {
  readonly asked: AskedServer;
  /** Resolves to true when the program runs; to false after its commands got the reason why it does not. */
  readonly started: Promise<boolean>;
  readonly #transport: ProcessTransport;
  readonly #callers = new Set<ServerUser>();
  /** Requests of commands, by the number that the program knows. */
  readonly #open = new Map<string, OpenRequest>();
  /** Requests of the program, by its ids. */
  readonly #questions = new Map<RequestId, ServerUser>();
  readonly #startedAt = Date.now();
  readonly #idleMs: number;
  readonly #onUnused: () => void;
  #usedAt = performance.now();
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;
  /** Commands that wait for the answer to `initialize`. */
  #waiting: Waiting[] = [];
  /** The answer to `initialize`. */
  #greeting: object | undefined;
  #announcedRoots = false;
  /** Another command can use it: it has answered something, and no other server has its place. */
  #isUsable = false;
  #isRetired = false;

  constructor(asked: AskedServer, { guard, idleMs, after, onUnused, onEnded }: KeptServerOptions) {
    this.asked = asked;
    this.#idleMs = idleMs;
    this.#onUnused = onUnused;
    // Commands hide what is secret, and log.
    const tell = (line: string) => this.#tellAll(lineMarks.stderr + line);
    const output = {
      addStderr: tell,
      addGarbage: (line: string) => tell(`not MCP, on stdout: ${line}`),
      hide: (text: string) => text,
    };
    this.#transport = new ProcessTransport(asked.launch, asked.env, defaultTimings, output, guard);
    this.#transport.onmessage = (message) => this.#fromProgram(message);
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

  /** No process is left when it resolves. */
  stop(): Promise<void> {
    return this.#transport.close();
  }

  /**
   * Another server has its place: it ends with the last command that uses it. No process is left of one that none
   * uses.
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

  /** The command has left, or was killed. */
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

  /** A line of a command. One that is cut off by its end is no JSON. */
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
      this.#welcome({ caller, id }, params);
      return;
    }
    if (isInitialize && this.#waiting.push({ caller, id }) > 1) return;
    // A program that was initialized is asked for no other version; not each answers what it does not know.
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
    // The client knows subscriptions by texts.
    this.#send({
      ...message,
      id: typeof id === 'string' ? String(number) : number,
      ...(own && { params: own }),
    });
  }

  /** The answer that the first command got. The folders of this command may be others. */
  #welcome({ caller, id }: Waiting, params: JSONRPCRequest['params']): void {
    answer(caller, { jsonrpc: '2.0', id, result: this.#greeting });
    if (this.#announcedRoots && hasRoots(params))
      this.#send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
  }

  #notified(caller: ServerUser, message: JSONRPCNotification): void {
    // It was sent when the answer to `initialize` came.
    if (message.method === 'notifications/initialized') return;
    if (message.method !== 'notifications/cancelled') {
      this.#send(message);
      return;
    }
    const cancelled = message.params?.['requestId'];
    for (const [id, request] of this.#open)
      if (request.caller === caller && request.id === cancelled) this.#abandon(id, request);
  }

  /** Cancels a request; its answer is dropped. `initialize` must not be cancelled (MCP 2025-11-25, "Cancellation"). */
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

  #fromProgram(message: JSONRPCMessage): void {
    if (!('method' in message)) this.#answered(message);
    else if ('id' in message) this.#asks(message);
    else this.#tells(message);
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

  /** The program asks for something; it does not say for which of its callers. */
  #asks(message: JSONRPCRequest): void {
    const { id, method } = message;
    if (method === 'ping') {
      this.#send({ jsonrpc: '2.0', id, result: {} });
      return;
    }
    const busy = new Set(
      [...this.#open.values()].map(({ caller }) => caller).filter((caller) => caller !== undefined),
    );
    const [only] = busy;
    const caller =
      busy.size === 0 || method === 'roots/list'
        ? [...this.#callers].at(-1)
        : busy.size === 1
          ? only
          : undefined;
    if (!caller) {
      this.#refuse(
        id,
        busy.size > 1
          ? 'several commands use the server, and one of them is meant'
          : 'no command uses the server',
      );
      return;
    }
    this.#questions.set(id, caller);
    answer(caller, message);
  }

  #refuse(id: RequestId, why: string): void {
    this.#questions.delete(id);
    this.#send(errorAnswer(id, ProtocolErrorCode.InternalError, `Request not answered: ${why}.`));
  }

  /** A notification goes to the command whose request it is about, else to all. */
  #tells(message: JSONRPCNotification): void {
    const { method, params = {} } = message;
    const about = params as Readonly<Record<string, unknown>>;
    const meta = isJsonObject(about['_meta']) ? about['_meta'] : {};
    if (method === 'notifications/progress') {
      this.#tellOwner(about['progressToken'], message, (request) => ({
        progressToken: request.progressToken,
      }));
      return;
    }
    if (meta[subscriptionKey] !== undefined) {
      this.#tellOwner(meta[subscriptionKey], message, (request) => ({
        _meta: { ...meta, [subscriptionKey]: request.id },
      }));
      return;
    }
    if (method !== 'notifications/cancelled') {
      this.#tellAll(lineMarks.stdout + stringifyExact(message));
      return;
    }
    const requestId = about['requestId'];
    const asked = this.#questions.get(requestId as RequestId);
    this.#questions.delete(requestId as RequestId);
    if (asked) answer(asked, message);
    else this.#tellOwner(requestId, message, (request) => ({ requestId: request.id }));
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

  /** A program that ends meanwhile is told of by its end. */
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
