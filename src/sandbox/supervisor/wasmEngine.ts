// What every WebAssembly machine is made of: the engine, its extensions and the guest, read and compiled once.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withMemoryLimit } from './memoryLimit.ts';
import type { WasmWorkerData } from './wasmMessages.ts';

/** Node's types have the classes of this global, and not the global itself. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => WebAssembly.Module };

/** Globals that QuickJS lacks: URL, TextEncoder and TextDecoder, digests. */
const extensionNames = ['url', 'encoding', 'crypto'];

const bytesPerMb = 1_048_576;

export class WasmEngine {
  /** dist/sandbox/wasm/worker.js */
  readonly workerFile: string;
  readonly #engineBytes: Buffer;
  readonly #extensions: WasmWorkerData['extensions'];
  readonly #guest: string;
  #engine: { readonly heapMb: number; readonly module: WebAssembly.Module } | undefined;

  /** `folder`: dist/sandbox/wasm/. Throws when a file is missing. */
  constructor(folder: URL) {
    const read = (name: string) => readFileSync(new URL(name, folder));
    this.workerFile = fileURLToPath(new URL('worker.js', folder));
    this.#engineBytes = read('quickjs.wasm');
    this.#guest = read('guest.cjs').toString();
    this.#extensions = extensionNames.map((name) => ({ name, wasm: new WebAssembly.Module(read(`${name}.so`)) }));
  }

  /** What a worker needs besides what is its own, for a machine of at most `heapMb`. */
  parts(heapMb: number): Omit<WasmWorkerData, 'timeZone' | 'unread' | 'untaken' | 'threadId'> {
    const memoryBytes = heapMb * bytesPerMb;
    // The limit is the same from run to run, nearly always.
    if (this.#engine?.heapMb !== heapMb)
      this.#engine = { heapMb, module: new WebAssembly.Module(withMemoryLimit(this.#engineBytes, memoryBytes)) };
    return { engine: this.#engine.module, extensions: this.#extensions, guest: this.#guest, memoryBytes };
  }
}
