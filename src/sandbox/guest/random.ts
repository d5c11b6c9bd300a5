// Random numbers of one run. They come from a stream of bytes that depends only on a seed from the host, so that the
// same seed gives the same run. The stream is the key stream of a cipher, so nobody can predict it without the seed.
import type { HostBindings } from './hostBindings.ts';

const poolBytes = 1_024;

export class SeededRandom {
  readonly #bindings: Pick<HostBindings, 'keyStream'>;
  #next: (length: number) => Uint8Array = () => {
    throw new Error('Script not started.');
  };
  #pool: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;

  constructor(bindings: Pick<HostBindings, 'keyStream'>) {
    this.#bindings = bindings;
  }

  /** `seed` is 32 bytes in hexadecimal. */
  start(seed: string): void {
    this.#next = this.#bindings.keyStream(seed);
  }

  /** Returns a number from 0 to less than 1, with 53 random bits. */
  readonly number = (): number => {
    if (this.#at + 8 > this.#pool.byteLength) {
      const { buffer, byteOffset, byteLength } = this.#next(poolBytes);
      this.#pool = new DataView(buffer, byteOffset, byteLength);
      this.#at = 0;
    }
    const high = this.#pool.getUint32(this.#at) >>> 5;
    const low = this.#pool.getUint32(this.#at + 4) >>> 6;
    this.#at += 8;
    return (high * 2 ** 26 + low) / 2 ** 53;
  };

  fill(bytes: Uint8Array): void {
    bytes.set(this.#next(bytes.length));
  }

  /** Returns a UUID (RFC 9562, version 4). */
  uuid(): string {
    const bytes = Uint8Array.from(this.#next(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}

/** Creates a `Math` whose `random` is the given function. */
export function makeMath(random: () => number): object {
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(Math), random: { value: random } },
  );
}
