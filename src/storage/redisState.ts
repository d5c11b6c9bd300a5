// The connection to the Valkey or Redis server that the replicas of one deployment share, with the few things that all of its users need. It is
// loaded only where `--state` is given. The connection is made again when it is lost; until then each command fails within seconds.
import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import { randomBytes } from 'node:crypto';
import { errorMessage } from '../base/errorMessage.ts';
import { plainText } from '../base/text/plainText.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { SharedStateError } from './sharedStateError.ts';
import { readStateUrl, type StateUrl } from './stateUrl.ts';

/** Longer, and a command counts as failed. Shorter than a record waits for its disk, so that it is known which of the two failed. */
const longestAnswerMs = 4_000;
const closeMs = 1_000;
const longestPauseMs = 500;

interface Connection {
  /** As `performance.now()` has it; undefined while there is a connection. */
  lostAt: number | undefined;
}

export type RedisCommands = ReturnType<typeof newClient>;
export type BinaryRedisCommands = ReturnType<typeof binary>;

export class RedisState {
  readonly #redis: RedisCommands;
  readonly #binary: BinaryRedisCommands;
  readonly #address: StateUrl;
  readonly #connection: Connection;

  /** `log` takes one line. Rejects with `SharedStateError` for what is no address, and where no server answers at it. */
  static async connect(url: string, log: (line: string) => void): Promise<RedisState> {
    const address = readStateUrl(url);
    if (!address) throw new SharedStateError('The address of the shared state is not redis://[user:password@]host:port/db.');
    const connection: Connection = { lostAt: undefined };
    let isConnected = false;
    // Without a first connection the address is wrong, or the server is not there: the user is told at once.
    const redis = newClient(url, (retries, cause) => (isConnected ? Math.min(50 * 2 ** retries, longestPauseMs) : cause));
    redis.on('error', (error: unknown) => {
      if (!isConnected || connection.lostAt !== undefined) return;
      connection.lostAt = performance.now();
      log(`The shared state at ${address.shown} cannot be reached (${reasonOf(error)}). Code Mode tries again until it can.`);
    });
    redis.on('ready', () => {
      if (connection.lostAt !== undefined) log(`The shared state at ${address.shown} can be reached again.`);
      connection.lostAt = undefined;
    });
    try {
      if ((await withTimeout(redis.connect(), longestAnswerMs)) === 'late')
        throw new Error(`no answer within ${longestAnswerMs / 1_000} s`);
      isConnected = true;
    } catch (error) {
      if (redis.isOpen) redis.destroy();
      throw new SharedStateError(
        `The shared state at ${address.shown} cannot be used (${reasonOf(error)}). Start Valkey or Redis there, or correct the address.`,
        { cause: error },
      );
    }
    return new RedisState(redis, address, connection);
  }

  private constructor(redis: RedisCommands, address: StateUrl, connection: Connection) {
    this.#redis = redis;
    this.#connection = connection;
    this.#binary = binary(redis);
    this.#address = address;
  }

  /** The name of a key. Deployments are kept apart by the number of their database. */
  key(...parts: readonly string[]): string {
    return ['code-mode', ...parts].join(':');
  }

  /** The result of a command. Commands that are given in one turn reach the server in their order. Rejects with `SharedStateError`. */
  ask<T>(command: (redis: RedisCommands) => Promise<T>): Promise<T> {
    return this.#answered(() => command(this.#redis));
  }

  /** The same with texts of the server as bytes. */
  askBytes<T>(command: (redis: BinaryRedisCommands) => Promise<T>): Promise<T> {
    return this.#answered(() => command(this.#binary));
  }

  /** 32 random bytes, the same for all replicas. */
  async secret(): Promise<Buffer> {
    const key = this.key('secret');
    await this.ask((redis) => redis.set(key, randomBytes(32).toString('base64'), { condition: 'NX' }));
    return Buffer.from((await this.ask((redis) => redis.get(key))) ?? '', 'base64');
  }

  /** True for the first of all replicas that asks for this name within `ttlMs`. */
  async once(name: string, ttlMs: number): Promise<boolean> {
    const expiration = { type: 'PX', value: ttlMs } as const;
    return (await this.ask((redis) => redis.set(this.key('once', name), '1', { condition: 'NX', expiration }))) !== null;
  }

  /** False where no replica receives what is sent to this name. */
  async send(to: string, text: string): Promise<boolean> {
    return (await this.ask((redis) => redis.publish(this.#channel(to), text))) > 0;
  }

  /** Calls `listener` with each text that is sent to this name, until the returned function is called. Also after the connection was lost and made again. */
  async receive(name: string, listener: (text: string) => void): Promise<() => Promise<void>> {
    const channel = this.#channel(name);
    // Each subscription has a function of its own, so that one of the same listener can end without another.
    const heard = (text: string) => listener(text);
    await this.ask((redis) => redis.subscribe(channel, heard));
    return () => this.ask((redis) => redis.unsubscribe(channel, heard));
  }

  /** Waits for the commands that are under way. Never rejects. */
  async close(): Promise<void> {
    if (!this.#redis.isOpen) return;
    await withTimeout(this.#redis.close(), closeMs);
    // Commands that wait for a connection that is lost never end.
    this.#redis.destroy();
  }

  /** Channels belong to the whole server, whatever the database. */
  #channel(name: string): string {
    return this.key('to', String(this.#address.database), name);
  }

  async #answered<T>(command: () => Promise<T>): Promise<T> {
    const { lostAt } = this.#connection;
    const waitMs = lostAt === undefined ? longestAnswerMs : lostAt + longestAnswerMs - performance.now();
    let why: unknown = new Error(`no answer within ${longestAnswerMs / 1_000} s`);
    try {
      // The server has not answered for that long already, so the command does not wait again.
      const answer = waitMs > 0 ? await withTimeout(command(), waitMs) : 'late';
      if (answer !== 'late') return answer;
    } catch (error) {
      why = error;
    }
    const what = why instanceof ErrorReply ? 'refuses a command' : 'cannot be reached';
    throw new SharedStateError(`The shared state at ${this.#address.shown} ${what} (${reasonOf(why)}).`, { cause: why });
  }
}

function newClient(url: string, reconnectStrategy: (retries: number, cause: Error) => number | Error) {
  return createClient({
    url,
    socket: { connectTimeout: longestAnswerMs, reconnectStrategy },
    // A command that is not sent by then never is.
    commandOptions: { timeout: longestAnswerMs },
    maintNotifications: 'disabled',
  });
}

function binary(redis: RedisCommands) {
  return redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}

/** Errors of several addresses of a host have no message of their own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return plainText(errorMessage(error));
}
