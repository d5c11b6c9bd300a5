// Creates and verifies handles of the sessions of a client of MCP 2026-07-28, whose requests belong to no connection.
// `executeCode` returns a handle when a session keeps something, and accepts it as the argument `session`. A handle
// contains 128 random bits and a signature over them and the client's name and token, so nobody can guess a handle, and
// a client with another name or token cannot use it.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import { readEnvelope } from './clientCall.ts';

/** Lengths in bytes; the sum gives 32 characters of base64. */
const [randomLength, signatureLength] = [16, 8] as const;
const form = /^s_[\w-]{32}$/;

export class SessionHandles {
  readonly #key: Buffer;

  /** `key`: 32 secret bytes, equal in all processes that serve the same clients. */
  constructor(key: Buffer) {
    this.#key = key;
  }

  issue(client: string): string {
    const random = randomBytes(randomLength);
    return `s_${Buffer.concat([random, this.#sign(random, client)]).toString('base64url')}`;
  }

  /**
   * Returns the name of the session in stores and records, from which the handle cannot be derived; undefined if the
   * handle is invalid or belongs to another client.
   */
  sessionOf(handle: unknown, client: string): string | undefined {
    if (typeof handle !== 'string' || !form.test(handle)) return undefined;
    const bytes = Buffer.from(handle.slice(2), 'base64url');
    const [random, signature] = [bytes.subarray(0, randomLength), bytes.subarray(randomLength)];
    if (!timingSafeEqual(signature, this.#sign(random, client))) return undefined;
    return `serve ${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
  }

  #sign(random: Buffer, client: string): Buffer {
    return createHmac('sha256', this.#key)
      .update('session')
      .update(random)
      .update(client)
      .digest()
      .subarray(0, signatureLength);
  }
}

/** Identifies the client of a request of MCP 2026-07-28 for signatures, by its name and by the token that it sent. */
export function identityOf({ mcpReq: { envelope }, http }: ServerContext): string {
  const token = http?.req?.headers.get('authorization') ?? '';
  return JSON.stringify([
    readEnvelope(envelope ?? {}).clientInfo?.name ?? '',
    createHash('sha256').update(token).digest('hex'),
  ]);
}
