// The parts of every WebAssembly virtual machine: the engine, its extensions and the guest. They are read and compiled
// once.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WasmWorkerData } from './wasmMessages.ts';

/** Node's types contain the classes of this global, but not the global itself. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => WebAssembly.Module };

/** Extensions with globals that QuickJS lacks: `URL`, `TextEncoder` and `TextDecoder`, and digests. */
const extensionNames = ['url', 'encoding', 'crypto'];

const bytesPerMb = 1_048_576;

export class WasmEngine {
  /** Path of dist/sandbox/wasm/worker.js. */
  readonly workerFile: string;
  readonly #engineBytes: Buffer;
  readonly #extensions: WasmWorkerData['extensions'];
  readonly #guest: string;
  #engine: { readonly heapMb: number; readonly module: WebAssembly.Module } | undefined;

  /** `folder` is dist/sandbox/wasm/. Throws if a file is missing. */
  constructor(folder: URL) {
    const read = (name: string) => readFileSync(new URL(name, folder));
    this.workerFile = fileURLToPath(new URL('worker.js', folder));
    this.#engineBytes = read('quickjs.wasm');
    this.#guest = read('guest.cjs').toString();
    this.#extensions = extensionNames.map((name) => ({
      name,
      wasm: new WebAssembly.Module(read(`${name}.so`)),
    }));
  }

  /** Returns the shared parts of a worker, for a virtual machine with at most `heapMb` megabytes. */
  parts(heapMb: number): Omit<WasmWorkerData, 'timeZone' | 'unread' | 'untaken' | 'threadId'> {
    const memoryBytes = heapMb * bytesPerMb;
    // Only the last module is kept, because the limit is nearly always the same from run to run.
    if (this.#engine?.heapMb !== heapMb)
      this.#engine = {
        heapMb,
        module: new WebAssembly.Module(withMemoryLimit(this.#engineBytes, memoryBytes)),
      };
    return { engine: this.#engine.module, extensions: this.#extensions, guest: this.#guest, memoryBytes };
  }
}

const pageBytes = 65_536;
const memorySection = 5;
/** Length of the magic number and the version, in bytes (WebAssembly Core, "Binary Format", Modules). */
const headerBytes = 8;

/** Reads an unsigned LEB128 number. `end` is the position of the next byte. */
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

/** Returns a copy of `module` whose memory never grows over `maxBytes`. The module must define one memory. */
export function withMemoryLimit(module: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  for (let at = headerBytes; at < module.length;) {
    const { value: length, end: start } = readNumber(module, at + 1);
    const end = start + length;
    if (module[at] === memorySection) {
      // The section contains one memory: its flags, its minimum and perhaps its maximum size in pages.
      const { value: least } = readNumber(module, start + 2);
      const most = Math.max(least, Math.floor(maxBytes / pageBytes));
      const content = [1, 1, ...writeNumber(least), ...writeNumber(most)];
      return Uint8Array.from(
        Buffer.concat([
          module.subarray(0, at + 1),
          Buffer.from([content.length, ...content]),
          module.subarray(end),
        ]),
      );
    }
    at = end;
  }
  throw new Error('The WebAssembly module defines no memory.');
}
