// The `crypto` of scripts: the part of Web Crypto that needs no keys and no access to the system. Objects of a script
// are never handed to Node; Node gets their bytes in an array that the guest creates.
import type { HostBindings } from './hostBindings.ts';
import type { SeededRandom } from './random.ts';

const digests = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
/** Maximum number of bytes per call (Web Crypto, "getRandomValues"). */
const mostRandomBytes = 65_536;

export function makeCrypto(random: SeededRandom, digest: HostBindings['digest']): object {
  return {
    randomUUID: () => random.uuid(),

    getRandomValues: (array: unknown) => {
      if (
        !ArrayBuffer.isView(array) ||
        array instanceof Float32Array ||
        array instanceof Float64Array ||
        array instanceof DataView
      ) {
        throw new TypeError('crypto.getRandomValues takes an integer array, such as new Uint8Array(16)');
      }
      if (array.byteLength > mostRandomBytes) {
        throw new RangeError(
          `crypto.getRandomValues fills at most ${mostRandomBytes} bytes, not ${array.byteLength}`,
        );
      }
      random.fill(bytesOf(array));
      return array;
    },

    subtle: {
      digest: (algorithm: unknown, data: unknown) =>
        // The method is asynchronous, as in the standard, so errors become rejections.
        Promise.resolve().then(async () => {
          const name = nameOf(algorithm).toUpperCase();
          if (!digests.includes(name))
            throw new TypeError(`crypto.subtle.digest supports ${digests.join(', ')}, not "${name}"`);
          if (!(data instanceof ArrayBuffer) && !ArrayBuffer.isView(data)) {
            throw new TypeError('crypto.subtle.digest takes bytes: new TextEncoder().encode(text)');
          }
          const bytes = await digest(
            name.replace('-', ''),
            data instanceof ArrayBuffer ? new Uint8Array(data) : bytesOf(data),
          );
          return Uint8Array.from(bytes).buffer;
        }),
    },
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function nameOf(algorithm: unknown): string {
  if (typeof algorithm === 'object' && algorithm !== null && 'name' in algorithm)
    return String(algorithm.name);
  return String(algorithm);
}
