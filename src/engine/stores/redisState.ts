// Connection to the Valkey or Redis server that the replicas of one deployment share, with the operations that all its
// users need. This module is loaded only if `--state` is given. A lost connection is restored; until then each command
// fails within seconds.
import { createClient, ErrorReply, RESP_TYPES } from '@redis/client';
import { randomBytes } from 'node:crypto';
import { errorMessage } from '../../base/errorMessage.ts';
import { plainText } from '../../base/text/plainText.ts';
import { withTimeout } from '../../base/withTimeout.ts';
import { SharedStateError } from './sharedStateError.ts';
import { readStateUrl, type StateUrl } from './stateUrl.ts';

/**
 * Time limit of a command in milliseconds. It is shorter than the time that a record waits for its disk, so that an
 * error shows which of the two failed.
 */
const longestAnswerMs = 4_000;
const closeMs = 1_000;
const longestPauseMs = 500;

export type RedisCommands = ReturnType<typeof newClient>;
export type BinaryRedisCommands = ReturnType<typeof binary>;

export class RedisState {
  readonly #redis: RedisCommands;
  readonly #binary: BinaryRedisCommands;
  readonly #address: StateUrl;
  #isConnected = false;
  /** Time of the loss on the clock of `performance.now()`; undefined while there is a connection. */
  #lostAt: number | undefined;

  /**
   * Connects to the server. `log` receives single lines. Rejects with `SharedStateError` if the address is invalid or
   * no server responds there.
   */
  static async connect(url: string, log: (line: string) => void): Promise<RedisState> {
    const address = readStateUrl(url);
    if (!address)
      throw new SharedStateError(
        'The address of the shared state is not redis://[user:password@]host:port/db.',
      );
    const state = new RedisState(address, log);
    await state.#connect();
    return state;
  }

  private constructor(address: StateUrl, log: (line: string) => void) {
    this.#address = address;
    // A failed first connection is reported at once: the address is wrong or the server does not run.
    this.#redis = newClient(address.url, (retries, cause) =>
      this.#isConnected ? Math.min(50 * 2 ** retries, longestPauseMs) : cause,
    );
    this.#binary = binary(this.#redis);
    this.#redis.on('error', (error: unknown) => {
      if (!this.#isConnected || this.#lostAt !== undefined) return;
      this.#lostAt = performance.now();
      log(
        `The shared state at ${address.shown} cannot be reached (${reasonOf(error)}). Code Mode tries again until it can.`,
      );
    });
    this.#redis.on('ready', () => {
      if (this.#lostAt !== undefined) log(`The shared state at ${address.shown} can be reached again.`);
      this.#lostAt = undefined;
    });
  }

  async #connect(): Promise<void> {
    try {
      if ((await withTimeout(this.#redis.connect(), longestAnswerMs)) === 'late')
        throw new Error(`no answer within ${longestAnswerMs / 1_000} s`);
      this.#isConnected = true;
    } catch (error) {
      if (this.#redis.isOpen) this.#redis.destroy();
      throw new SharedStateError(
        `The shared state at ${this.#address.shown} cannot be used (${reasonOf(error)}). Start Valkey or Redis there, or correct the address.`,
        { cause: error },
      );
    }
  }

  /** Returns the name of a key. Deployments that share a server use different database numbers. */
  key(...parts: readonly string[]): string {
    return ['code-mode', ...parts].join(':');
  }

  /**
   * Resolves to the result of a command. Commands of one turn of the event loop reach the server in order. Rejects with
   * `SharedStateError`.
   */
  ask<T>(command: (redis: RedisCommands) => Promise<T>): Promise<T> {
    return this.#answered(() => command(this.#redis));
  }

  /** Runs a command whose texts are returned as bytes. Rejects with `SharedStateError`. */
  askBytes<T>(command: (redis: BinaryRedisCommands) => Promise<T>): Promise<T> {
    return this.#answered(() => command(this.#binary));
  }

  /** Returns 32 random bytes that are the same for all replicas. */
  async secret(): Promise<Buffer> {
    const key = this.key('secret');
    await this.ask((redis) => redis.set(key, randomBytes(32).toString('base64'), { condition: 'NX' }));
    return Buffer.from((await this.ask((redis) => redis.get(key))) ?? '', 'base64');
  }

  /** Resolves to true for the first replica that asks for this name within `ttlMs` milliseconds. */
  async once(name: string, ttlMs: number): Promise<boolean> {
    const expiration = { type: 'PX', value: ttlMs } as const;
    return (
      (await this.ask((redis) => redis.set(this.key('once', name), '1', { condition: 'NX', expiration }))) !==
      null
    );
  }

  /** Sends a text to a name. Resolves to false if no replica receives texts for this name. */
  async send(to: string, text: string): Promise<boolean> {
    return (await this.ask((redis) => redis.publish(this.#channel(to), text))) > 0;
  }

  /**
   * Calls `listener` with each text that is sent to this name, until the returned function is called. The subscription
   * survives a lost connection.
   */
  async receive(name: string, listener: (text: string) => void): Promise<() => Promise<void>> {
    const channel = this.#channel(name);
    // Each subscription has its own function, so that one can end while another with the same listener continues.
    const heard = (text: string) => listener(text);
    await this.ask((redis) => redis.subscribe(channel, heard));
    return () => this.ask((redis) => redis.unsubscribe(channel, heard));
  }

  /** Waits for running commands, then closes the connection. Never rejects. */
  async close(): Promise<void> {
    if (!this.#redis.isOpen) return;
    await withTimeout(this.#redis.close(), closeMs);
    // Commands that wait for a lost connection would never end.
    this.#redis.destroy();
  }

  /** Channels are shared by all databases of a server, so their names contain the database number. */
  #channel(name: string): string {
    return this.key('to', String(this.#address.database), name);
  }

  async #answered<T>(command: () => Promise<T>): Promise<T> {
    const lostAt = this.#lostAt;
    const waitMs = lostAt === undefined ? longestAnswerMs : lostAt + longestAnswerMs - performance.now();
    let why: unknown = new Error(`no answer within ${longestAnswerMs / 1_000} s`);
    try {
      // The server has already been silent for the time limit, so the command does not wait again.
      const answer = waitMs > 0 ? await withTimeout(command(), waitMs) : 'late';
      if (answer !== 'late') return answer;
    } catch (error) {
      why = error;
    }
    const what = why instanceof ErrorReply ? 'refuses a command' : 'cannot be reached';
    throw new SharedStateError(`The shared state at ${this.#address.shown} ${what} (${reasonOf(why)}).`, {
      cause: why,
    });
  }
}

function newClient(url: string, reconnectStrategy: (retries: number, cause: Error) => number | Error) {
  return createClient({
    url,
    socket: { connectTimeout: longestAnswerMs, reconnectStrategy },
    // A command that cannot be sent within this time is dropped.
    commandOptions: { timeout: longestAnswerMs },
    maintNotifications: 'disabled',
  });
}

function binary(redis: RedisCommands) {
  return redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}

/** An error that combines several addresses of a host has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return plainText(errorMessage(error));
}
