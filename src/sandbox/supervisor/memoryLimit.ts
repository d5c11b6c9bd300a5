// Writes a bound into a WebAssembly module: the most memory that it may ever have. The engine's own accounting does not
// see what its extensions allocate; this bound holds for all.

const pageBytes = 65_536;
const memorySection = 5;
/** The magic number and the version (WebAssembly Core, "Binary Format", Modules). */
const headerBytes = 8;

/** An unsigned LEB128 number, and where the next byte is. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let end = start, shift = 1; ; end += 1, shift *= 128) {
    const byte = bytes[end];
    if (byte === undefined) throw new Error('The WebAssembly module ends in the middle of a number.');
    value += (byte & 0x7f) * shift;
    if (byte < 0x80) return { value, end: end + 1 };
  }
}

function writeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(value >>> 7)];
}

/** A copy of `module`, which must define one memory, whose memory never grows over `maxBytes`. */
export function withMemoryLimit(module: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  for (let at = headerBytes; at < module.length;) {
    const { value: length, end: start } = readNumber(module, at + 1);
    const end = start + length;
    if (module[at] === memorySection) {
      // One memory: its flags, then its least and perhaps its greatest size in pages.
      const { value: least } = readNumber(module, start + 2);
      const most = Math.max(least, Math.floor(maxBytes / pageBytes));
      const content = [1, 1, ...writeNumber(least), ...writeNumber(most)];
      return Uint8Array.from(Buffer.concat([module.subarray(0, at + 1), Buffer.from([content.length, ...content]), module.subarray(end)]));
    }
    at = end;
  }
  throw new Error('The WebAssembly module defines no memory.');
}
