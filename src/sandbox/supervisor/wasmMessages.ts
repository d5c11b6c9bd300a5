// Messages between the supervisor thread and the worker of one WebAssembly virtual machine. The worker's own code is
// trusted. The texts that it passes on come from the guest and are not trusted.
import type { InstanceEnd } from './instance.ts';

/** Data with which a worker starts. */
export interface WasmWorkerData {
  readonly engine: WebAssembly.Module;
  readonly extensions: readonly { readonly name: string; readonly wasm: WebAssembly.Module }[];
  /** The bundled code of the guest. */
  readonly guest: string;
  /** Memory limit of the virtual machine, in bytes. */
  readonly memoryBytes: number;
  readonly timeZone: string;
  /** Number of characters that the worker has sent and the thread has not taken yet: one shared 32-bit number. */
  readonly unread: Int32Array<SharedArrayBuffer>;
  /** Number of characters that the thread has sent and the worker has not taken yet: one shared 32-bit number. */
  readonly untaken: Int32Array<SharedArrayBuffer>;
  /** The kernel's id of the worker's thread, as one shared 32-bit number; 0 if the worker cannot tell. */
  readonly threadId: Int32Array<SharedArrayBuffer>;
}

/**
 * Messages from thread to worker: text with the guest's messages as JSON, or the new maximum length of a text from the
 * guest.
 */
export type ToWasmWorker = string | { readonly maxLength: number };

/**
 * Messages from worker to thread: text with the guest's messages as JSON, the end of the virtual machine, or a note
 * that no more than `maxUntaken` characters are left to take.
 */
export type FromWasmWorker = string | InstanceEnd | { readonly drained: true };

/**
 * Number of unread characters at which the worker blocks, so that a flood of messages stops the script and not the
 * thread.
 */
export const maxUnread = 1_048_576;

/**
 * Number of characters not taken at which the thread stops sending. Messages for a slow guest then wait in the thread,
 * where they are counted.
 */
export const maxUntaken = 65_536;
