// Runs MCP servers in the tests' own process, behind a transport pair of the SDK, for tests about the messages of
// servers and not about processes. The definitions stay those of spawned servers. A command is connected in memory if
// its first argument is a script of this folder that exports `serve` or `createServer`, or is server-everything. Any
// other command starts a process.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { launchSecrets } from '../../src/mcp/definitions/launchSecrets.ts';
import { launchEnvironment, type Environment } from '../../src/mcp/definitions/launchEnvironment.ts';
import { errorLine, isMcpError } from '../../src/mcp/protocol/errorLine.ts';
import type { Secrets } from '../../src/mcp/protocol/secrets.ts';
import { readMessages } from '../../src/mcp/transport/readMessages.ts';
import type { RequestFailure, SessionTransport } from '../../src/mcp/transport/sessionTransport.ts';
import { ProcessOutput } from '../../src/mcp/transport/stdio/processOutput.ts';
import { createStdioTransport, type ConnectStdio } from '../../src/mcp/transport/stdio/stdioTransport.ts';

/** The interface that `overStdio.mjs` describes, for one run of a server. */
interface ServerIo {
  readonly args: readonly string[];
  readonly env: Environment;
  readonly pid: number;
  readonly write: (message: object) => void;
  readonly say: (line: string) => void;
  readonly exit: (code: number) => void;
}

interface ScriptedServer {
  readonly serve: (io: ServerIo) => (message: JSONRPCMessage) => void;
}

interface ServerFactory {
  readonly createServer: () => { readonly server: McpServer; readonly cleanup?: (session?: string) => void };
}

/** The environment of one run of a server, and the callbacks with which the server reports its end. */
interface Life {
  readonly env: Environment;
  readonly say: (line: string) => void;
  readonly ended: (code: number) => void;
}

type StartServer = (peer: Transport, life: Life) => Promise<void> | void;

export class InMemoryServers {
  #lives = 0;

  /** The option `connectStdio` of `McpToolSource`. */
  readonly connect: ConnectStdio = async (launch, options) => {
    const start = await this.#find(launch.args);
    if (!start) return createStdioTransport(launch, options);
    const environment = await launchEnvironment(launch, process.env);
    if (!environment.ok) return environment;
    const secrets = launchSecrets(launch, { env: environment.env });
    const output = new ProcessOutput(secrets, options.log);
    return { ok: true, transport: new InMemorySession(secrets, output, environment.env, start) };
  };

  async #find([file = '', ...args]: readonly string[]): Promise<StartServer | undefined> {
    if (/[\\/]server-everything[\\/]/.test(file)) {
      const module = import.meta.resolve('@modelcontextprotocol/server-everything/dist/server/index.js');
      return startFactory((await import(module)) as ServerFactory);
    }
    if (!file.startsWith(import.meta.dirname) || !file.endsWith('.mjs')) return undefined;
    const script = (await import(pathToFileURL(file).href)) as Partial<ScriptedServer & ServerFactory>;
    const { serve, createServer } = script;
    if (createServer) return startFactory({ createServer: () => createServer(...(args as [])) });
    if (!serve) return undefined;
    return (peer, { env, say, ended }) => {
      const receive = serve({
        args,
        env,
        say,
        pid: ++this.#lives,
        write: (message) => void send(peer, { jsonrpc: '2.0', ...message } as JSONRPCMessage),
        exit: (code) => {
          ended(code);
          void peer.close();
        },
      });
      peer.onmessage = receive;
      return peer.start();
    };
  }
}

/** Starts a server of the SDK. Its sessions have names, since server-everything keeps its subscriptions by them. */
function startFactory({ createServer }: ServerFactory): StartServer {
  return async (peer) => {
    const { server, cleanup } = createServer();
    const session = randomUUID();
    peer.sessionId = session;
    server.server.onclose = () => cleanup?.(session);
    await server.connect(peer);
  };
}

/** A message to a closed side is lost, as in a pipe. */
function send(peer: Transport, message: JSONRPCMessage): Promise<void> {
  return peer.send(message).catch(() => undefined);
}

/** Messages are sent as JSON, one after the other in turns of their own, as from a process. */
class InMemorySession implements SessionTransport {
  readonly network = 'pipe';
  /** The SDK recognizes a process by these two members. */
  readonly stderr = null;
  readonly pid = 0;
  readonly secrets: Secrets;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #output: ProcessOutput;
  readonly #env: Environment;
  readonly #startServer: StartServer;
  readonly #ours: InMemoryTransport;
  readonly #theirs: InMemoryTransport;
  /** Settles when all received messages so far are processed. */
  #read: Promise<unknown> = Promise.resolve();
  /** Settles when all messages so far are sent. */
  #sent: Promise<unknown> = Promise.resolve();
  #code: number | undefined;
  #isClosed = false;

  constructor(secrets: Secrets, output: ProcessOutput, env: Environment, startServer: StartServer) {
    this.secrets = secrets;
    this.#output = output;
    this.#env = env;
    this.#startServer = startServer;
    [this.#ours, this.#theirs] = InMemoryTransport.createLinkedPair();
  }

  async start(): Promise<void> {
    this.#ours.onmessage = (message) => {
      const text = JSON.stringify(message);
      this.#read = this.#read.then(() => this.#receive(text));
    };
    this.#ours.onclose = () => {
      this.#read = this.#read.then(() => this.#closed());
    };
    const say = (line: string) => this.#output.addStderr(line);
    await this.#startServer(this.#theirs, { env: this.#env, say, ended: (code) => (this.#code ??= code) });
    await this.#ours.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const copy = JSON.parse(JSON.stringify(message)) as JSONRPCMessage;
    const before = this.#sent;
    const sending = before.then(nextTurn).then(() => this.#ours.send(copy));
    this.#sent = sending.catch(() => undefined);
    await sending;
  }

  async close(): Promise<void> {
    await this.#sent;
    await this.#ours.close();
    await this.#read;
  }

  explainStart(error: unknown): string {
    return this.#code === undefined
      ? `it refused to start: ${errorLine(error)}.`
      : `${this.explainEnd()} before answering "initialize".`;
  }

  explainEnd(): string {
    const ending =
      this.#code === undefined ? 'it closed its connection' : `it exited with code ${this.#code}`;
    return `${ending}${this.#output.quote()}`;
  }

  explainRequest(error: unknown): RequestFailure {
    const gone = !isMcpError(error);
    return { message: errorLine(error), gone, asked: !gone };
  }

  async #receive(text: string): Promise<void> {
    await nextTurn();
    for (const message of readMessages(text)) {
      this.onmessage?.(message);
      await Promise.resolve();
    }
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}
