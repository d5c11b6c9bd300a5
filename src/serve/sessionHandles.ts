// Handles of what scripts keep for a client of MCP 2026-07-28, whose requests belong to no connection: `executeCode` names one where
// something was kept, and takes it as `session`. A handle holds 128 random bits and a signature over them and the name and token of its
// client, so that it cannot be guessed, and is worth nothing to a client of another name or token.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import { readEnvelope } from './clientCall.ts';

/** In bytes: together 32 characters of base64. */
const [randomLength, signatureLength] = [16, 8] as const;
const form = /^s_[\w-]{32}$/;

export class SessionHandles {
  readonly #key: Buffer;

  /** `key`: 32 secret bytes, the same in all processes that serve the same clients. */
  constructor(key: Buffer) {
    this.#key = key;
  }

  issue(client: string): string {
    const random = randomBytes(randomLength);
    return `s_${Buffer.concat([random, this.#sign(random, client)]).toString('base64url')}`;
  }

  /** The name of the session in stores and records, which does not give the handle away; undefined where the client has no such handle. */
  sessionOf(handle: unknown, client: string): string | undefined {
    if (typeof handle !== 'string' || !form.test(handle)) return undefined;
    const bytes = Buffer.from(handle.slice(2), 'base64url');
    const [random, signature] = [bytes.subarray(0, randomLength), bytes.subarray(randomLength)];
    if (!timingSafeEqual(signature, this.#sign(random, client))) return undefined;
    return `serve ${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
  }

  #sign(random: Buffer, client: string): Buffer {
    return createHmac('sha256', this.#key).update('session').update(random).update(client).digest().subarray(0, signatureLength);
  }
}

/** The client of a request of MCP 2026-07-28, for signatures: its name, and the token that it sent. */
export function identityOf({ mcpReq: { envelope }, http }: ServerContext): string {
  const token = http?.req?.headers.get('authorization') ?? '';
  return JSON.stringify([readEnvelope(envelope ?? {}).clientInfo?.name ?? '', createHash('sha256').update(token).digest('hex')]);
}
