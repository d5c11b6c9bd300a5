// The connection between a command and the daemon: lines of JSON. First the daemon proves that it knows the token,
// because on Windows another program may listen at the pipe of a killed daemon. Then the command sends the token
// itself, followed by one request.
import { createHmac, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.ts';
import { withTimeout } from '../../base/withTimeout.ts';
import { maxMessageBytes, LineSplitter } from '../../mcp/index.ts';
import type { Environment, StdioLaunch } from '../../mcp/definitions/index.ts';
import { isEqual } from '../../serve/index.ts';
import { publishedAddresses, type DaemonAddress } from './daemonFiles.ts';

/** A server that a command asks for. */
export interface AskedServer {
  readonly name: string;
  /** The current folder of the command. Each folder has its own servers. */
  readonly folder: string;
  /** The launch of the server, with the resolved path of its program. */
  readonly launch: StdioLaunch;
  /** The variables that the definition sets, including those of `envFile`. */
  readonly ownEnv: Environment;
  /** All variables, for a server that is not running yet. */
  readonly env: Environment;
}

type DaemonRequest =
  | { readonly ask: 'server'; readonly server: AskedServer }
  | { readonly ask: 'status' }
  | ({ readonly ask: 'stop' } & StopRequest)
  /** Sent by another version of Code Mode: the daemon goes on for its present commands and accepts no new ones. */
  | { readonly ask: 'retire' };

/** The server to stop, of one folder or of all; without a name, all servers and the daemon stop. */
export type StopRequest = Partial<Pick<AskedServer, 'name' | 'folder'>>;

/** The answer to `status`. Durations are in milliseconds, points in time in milliseconds since 1970. */
export interface DaemonStatus {
  readonly version: string;
  readonly pid: number;
  readonly startedAt: number;
  readonly idleLimitMs: number;
  readonly servers: readonly KeptStatus[];
}

export interface KeptStatus {
  readonly name: string;
  readonly folder: string;
  readonly pid: number | undefined;
  readonly startedAt: number;
  /** Number of commands that use the server now. */
  readonly commands: number;
  /** Time since the last command used the server. */
  readonly idleMs: number;
}

/** The first character of each line about a server's program, from the daemon. */
export const lineMarks = { started: 's', failed: 'f', stdout: '1', stderr: '2', exit: 'x' } as const;

/** Time in milliseconds in which the daemon must answer, also on a busy machine. */
export const daemonTimeoutMs = 10_000;

/** Maximum time in milliseconds that a server takes to end. */
export const stopMs = 30_000;

export const minuteMs = 60_000;
const defaultMinutes = 10;
/** Maximum delay of a timer of Node, in milliseconds. */
const mostMs = 2 ** 31 - 1;

/** Returns the time for which an unused server is kept, in milliseconds, from `CODE_MODE_KEEP_MINUTES`. */
export function idleLimitMs(env: NodeJS.ProcessEnv): number {
  const minutes = Number(env['CODE_MODE_KEEP_MINUTES'] ?? defaultMinutes);
  return Math.min((minutes > 0 ? minutes : defaultMinutes) * minuteMs, mostMs);
}

/** Yields lines until the other side disconnects. Leaving the loop early closes the connection. */
export async function* socketLines(socket: Socket): AsyncGenerator<string, undefined> {
  const splitter = new LineSplitter(() => maxMessageBytes);
  try {
    for await (const chunk of socket) yield* splitter.split(chunk as Buffer);
  } catch {
    // The other side has disconnected.
  }
}

/** The command's side of the connection, after both sides have proved that they know the token. */
export type DaemonWire = NonNullable<Awaited<ReturnType<typeof openWire>>>;

/** Returns a connection to a running daemon and starts none. */
export async function findDaemon(): Promise<DaemonWire | undefined> {
  for (const address of await publishedAddresses()) {
    const wire = await openWire(address);
    if (wire) return wire;
  }
  return undefined;
}

/** Connects; undefined if no daemon listens or if the listener does not know the token. */
export async function openWire({ path, token }: DaemonAddress) {
  const socket = connect(path).on('error', () => undefined);
  const nonce = randomBytes(32).toString('hex');
  socket.write(`${JSON.stringify({ nonce })}\n`);
  const lines = socketLines(socket);
  const greeting = await withTimeout(nextObject(lines), daemonTimeoutMs);
  const { version, proof }: JsonObject = (greeting !== 'late' && greeting) || {};
  if (typeof version !== 'string' || proof !== proofOf(token, nonce)) {
    socket.destroy();
    return undefined;
  }
  const send = (request: DaemonRequest): void => {
    socket.write(`${JSON.stringify({ ...request, token })}\n`);
  };
  return {
    version,
    socket,
    lines,
    send,
    /** Sends a request whose answer is one line; undefined if the daemon disconnected without an answer. */
    ask: async (request: DaemonRequest, withinMs = daemonTimeoutMs): Promise<JsonObject | undefined> => {
      send(request);
      const answer = await withTimeout(nextObject(lines), withinMs);
      return answer === 'late' ? undefined : answer;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** The daemon's side: undefined if the other side disconnects or does not know the token. */
export async function readRequest(
  socket: Socket,
  lines: AsyncGenerator<string, undefined>,
  { token, version }: { readonly token: string; readonly version: string },
): Promise<DaemonRequest | undefined> {
  const nonce = (await nextObject(lines))?.['nonce'];
  if (typeof nonce !== 'string') return undefined;
  socket.write(`${JSON.stringify({ version, proof: proofOf(token, nonce) })}\n`);
  const request = await nextObject(lines);
  const shown = request?.['token'];
  // The token proves that the other side is Code Mode of the same user.
  return typeof shown === 'string' && isEqual(shown, token)
    ? (request as unknown as DaemonRequest)
    : undefined;
}

async function nextObject(lines: AsyncGenerator<string, undefined>): Promise<JsonObject | undefined> {
  const { value } = await lines.next();
  const read = value === undefined ? undefined : parseJson(value);
  return isJsonObject(read) ? read : undefined;
}

function proofOf(token: string, text: string): string {
  return createHmac('sha256', token).update(text).digest('hex');
}
