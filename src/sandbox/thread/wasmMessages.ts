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
}

/** Thread -> worker: messages for the guest as JSON, or the longest text that may come back from now on. */
export type ToWasmWorker = string | { readonly maxLength: number };

/** Worker -> thread: the guest's messages as JSON, or why the machine has ended. */
export type FromWasmWorker = string | { readonly cause: 'memory' | 'breach' | 'unknown'; readonly reason: string };

/** The worker waits when so many characters are unread: a flood stops here and not in the thread. */
export const maxUnread = 1_048_576;
