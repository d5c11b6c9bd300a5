// The process that keeps servers between commands (`code-mode daemon run`, which commands start). It starts what a
// command of its user asks for, ends each server that no command has used for a while, and itself with the last.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { withTimeout } from '../../base/withTimeout.ts';
import { defaultTimings, maxMessageBytes, OrphanGuard } from '../../mcp/index.ts';
import { removeStaleSockets } from '../../serve/index.ts';
import { daemonFolder } from '../../base/files/statePaths.ts';
import { ExitCode } from '../exitCode.ts';
import type { Interruption } from '../interruption.ts';
import { version } from '../version.ts';
import { closeToOthers, makeAddress, publish } from './daemonFiles.ts';
import {
  daemonTimeoutMs,
  idleLimitMs,
  lineMarks,
  openWire,
  socketLines,
  readRequest,
  type AskedServer,
  type DaemonStatus,
  type StopRequest,
} from './daemonWire.ts';
import { KeptServer, type ServerUser } from './keptServer.ts';

const mostUnreadBytes = 2 * maxMessageBytes;
/** Time in milliseconds that the daemon waits for the command that started it. */
const firstCommandMs = 30_000;

/** Tells the starter of this process if it has become the daemon; false if another daemon is running. */
export async function runDaemon(interruption: Interruption): Promise<ExitCode> {
  const address = await makeAddress();
  try {
    const daemon = new Daemon(address.token);
    interruption.endsToo((signal) => daemon.signalServers(signal));
    await daemon.listen(address.path);
    const withdraw = await publish(address, async (other) => {
      using wire = await openWire(other);
      return wire !== undefined;
    });
    process.send?.({ isDaemon: withdraw !== undefined });
    if (process.connected) process.disconnect();
    if (withdraw) {
      // The folder of the command that started the daemon may be deleted later.
      process.chdir(daemonFolder());
      void removeStaleSockets();
      await daemon.untilOver(interruption.signal, withdraw);
    }
    await daemon.close();
    return ExitCode.done;
  } finally {
    await address.remove();
  }
}

class Daemon {
  readonly #token: string;
  readonly #listener: Server;
  readonly #idleMs = idleLimitMs(process.env);
  readonly #startedAt = Date.now();
  readonly #guard = new OrphanGuard(defaultTimings);
  /** Kept servers by folder and name. */
  readonly #servers = new Map<string, KeptServer>();
  /** Servers that take no new command and end with the last command that uses them. */
  readonly #leaving = new Set<KeptServer>();
  readonly #connections = new Set<Socket>();
  readonly #over = new AbortController();
  /** True until the command that started the daemon has sent its request. Other connections are probes. */
  #isAwaited = true;
  #withdraw: () => Promise<void> = () => Promise.resolve();

  constructor(token: string) {
    this.#token = token;
    this.#listener = createServer((socket) => {
      this.#connections.add(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          this.#connections.delete(socket);
          this.#endIfUnused();
        });
      void this.#serve(socket).catch(() => socket.destroy());
    });
  }

  async listen(path: string): Promise<void> {
    this.#listener.listen(path);
    await once(this.#listener, 'listening');
    await closeToOthers(path);
    this.#listener.on('error', () => undefined);
  }

  /** Resolves when the daemon keeps no server any more, is told to stop, or `signal` aborts. */
  async untilOver(signal: AbortSignal, withdraw: () => Promise<void>): Promise<void> {
    this.#withdraw = withdraw;
    const first = setTimeout(() => {
      this.#isAwaited = false;
      this.#endIfUnused();
    }, firstCommandMs);
    const over = AbortSignal.any([signal, this.#over.signal]);
    if (!over.aborted) await once(over, 'abort');
    clearTimeout(first);
    await withdraw();
  }

  async close(): Promise<void> {
    this.#listener.close();
    await Promise.all([...this.#servers.values(), ...this.#leaving].map((server) => server.stop()));
    for (const socket of this.#connections) socket.destroySoon();
    this.#guard.dispose();
  }

  signalServers(signal: NodeJS.Signals): void {
    this.#guard.signal(signal);
  }

  async #serve(socket: Socket): Promise<void> {
    const lines = socketLines(socket);
    const request = await withTimeout(
      readRequest(socket, lines, { token: this.#token, version }),
      daemonTimeoutMs,
    );
    if (request === 'late' || !request) {
      socket.destroy();
      return;
    }
    this.#isAwaited = false;
    switch (request.ask) {
      case 'server':
        return this.#serveProgram(request.server, socket, lines);
      case 'status':
        reply(socket, { ...this.#status });
        return;
      case 'stop':
        return this.#stop(request, socket);
      case 'retire':
        await this.#retire();
        reply(socket, {});
    }
  }

  async #serveProgram(asked: AskedServer, socket: Socket, lines: AsyncIterable<string>): Promise<void> {
    const caller: ServerUser = {
      write: (line) => {
        // The daemon does not wait for a command that does not read.
        if (socket.writableLength > mostUnreadBytes) socket.destroy();
        else socket.write(`${line}\n`);
      },
      ended: () => socket.destroySoon(),
    };
    const server = await this.#serverFor(asked, caller);
    try {
      for await (const line of lines) server.fromCaller(caller, line);
    } finally {
      server.remove(caller);
      socket.destroy();
    }
  }

  /** Returns the running server, or starts one. A changed definition replaces the server of the earlier definition. */
  async #serverFor(asked: AskedServer, caller: ServerUser): Promise<KeptServer> {
    const key = JSON.stringify([asked.folder, asked.name]);
    const kept = this.#servers.get(key);
    const server = kept && isSame(kept.asked, asked) ? kept : this.#start(key, asked, kept);
    server.add(caller);
    if (await server.started) caller.write(lineMarks.started);
    return server;
  }

  #start(key: string, asked: AskedServer, before: KeptServer | undefined): KeptServer {
    if (before) this.#leaving.add(before);
    const server: KeptServer = new KeptServer(asked, {
      guard: this.#guard,
      idleMs: this.#idleMs,
      // Two programs of one server may want the same profile or port.
      after: before?.retire() ?? Promise.resolve(),
      onUnused: () => void this.#end(key, server),
      onEnded: () => this.#forget(key, server),
    });
    this.#servers.set(key, server);
    return server;
  }

  #end(key: string, server: KeptServer): Promise<void> {
    if (this.#servers.get(key) === server) this.#servers.delete(key);
    this.#leaving.add(server);
    return server.stop();
  }

  #forget(key: string, server: KeptServer): void {
    if (this.#servers.get(key) === server) this.#servers.delete(key);
    this.#leaving.delete(server);
    this.#endIfUnused();
  }

  async #stop({ name, folder }: StopRequest, socket: Socket): Promise<void> {
    if (name === undefined) await this.#takeNoMore();
    const chosen = [...this.#servers].filter(
      ([, { asked }]) => asked.name === (name ?? asked.name) && asked.folder === (folder ?? asked.folder),
    );
    await Promise.all(chosen.map(([key, server]) => this.#end(key, server)));
    reply(socket, { stopped: chosen.map(([, { asked }]) => asked.name) });
    if (name === undefined) this.#over.abort();
  }

  /** Withdraws the daemon's address, so that later commands start another daemon. */
  async #takeNoMore(): Promise<void> {
    this.#listener.close();
    await this.#withdraw();
  }

  async #retire(): Promise<void> {
    await this.#takeNoMore();
    const servers = [...this.#servers.values()];
    this.#servers.clear();
    for (const server of servers) this.#leaving.add(server);
    await Promise.all(servers.map((server) => server.retire()));
  }

  #endIfUnused(): void {
    if (this.#isAwaited || this.#servers.size + this.#leaving.size + this.#connections.size > 0) return;
    // A command that connects now starts another daemon.
    this.#listener.close();
    this.#over.abort();
  }

  get #status(): DaemonStatus {
    const servers = [...this.#servers.values(), ...this.#leaving].map(({ status }) => status);
    return { version, pid: process.pid, startedAt: this.#startedAt, idleLimitMs: this.#idleMs, servers };
  }
}

/** Compares two definitions without their environment: the environment of the first command is used. */
function isSame(a: AskedServer, b: AskedServer): boolean {
  return isDeepStrictEqual([a.launch, a.ownEnv], [b.launch, b.ownEnv]);
}

function reply(socket: Socket, answer: object): void {
  socket.end(`${JSON.stringify(answer)}\n`);
}
