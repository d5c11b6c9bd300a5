// What crosses between the sandbox thread and the worker of one WebAssembly machine. The worker's own code is trusted;
// the texts that it passes on are the guest's and are not.

/** What a worker is started with. */
export interface WasmWorkerData {
  readonly engine: WebAssembly.Module;
  readonly extensions: readonly { readonly name: string; readonly wasm: WebAssembly.Module }[];
  /** The guest's bundle. */
  readonly guest: string;
  /** The bound of the machine's memory. */
  readonly memoryBytes: number;
  readonly timeZone: string;
  /** How many characters the worker has sent that the thread has not taken yet: one 32-bit number, shared. */
  readonly unread: Int32Array<SharedArrayBuffer>;
  /** How many characters the thread has sent that the worker has not taken yet: one 32-bit number, shared. */
  readonly untaken: Int32Array<SharedArrayBuffer>;
  /** The kernel's number of the worker's thread, where the worker can tell: one 32-bit number, shared, else 0. */
  readonly threadId: Int32Array<SharedArrayBuffer>;
}

/** Thread -> worker: messages for the guest as JSON, or the longest text that may come back from now on. */
export type ToWasmWorker = string | { readonly maxLength: number };

export interface WasmEnd {
  readonly cause: 'memory' | 'breach' | 'unknown';
  readonly reason: string;
}

/** Worker -> thread: the guest's messages as JSON, or why the machine has ended, or that no more than `maxUntaken` is left to take. */
export type FromWasmWorker = string | WasmEnd | { readonly drained: true };

/** The worker waits when so many characters are unread: a flood stops here and not in the thread. */
export const maxUnread = 1_048_576;

/** The thread sends nothing more while so many characters are not taken: what a machine is slow to read waits where it is counted. */
export const maxUntaken = 65_536;
