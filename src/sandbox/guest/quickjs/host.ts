// What the worker lends to the guest (supervisor/wasmWorker.ts): all that a machine of WebAssembly can reach.

export interface Host {
  /** Once: the functions that the worker calls. */
  listen(
    /** Takes a frame of the thread. */
    receive: (frame: string) => void,
    /** The alarm rings. */
    wake: () => void,
    /** Called when no microtask is left; true when it did something that may have made some. */
    proceed: () => boolean,
    rejection: (promise: Promise<unknown>, reason: unknown, isHandled: boolean) => void,
  ): void;
  /** Sends a frame; waits while the thread is behind. */
  send(frame: string): void;
  /** Milliseconds with fractions, monotonic. */
  now(): number;
  /** The one alarm: rings after so many milliseconds, never when they are less than none. */
  setAlarm(ms: number): void;
  /** Whether from now on the engine asks for the time zone's offset at local times (as if they were UTC), not at moments. */
  askForLocalTimes(on: boolean): void;
  /** `seed`: 32 bytes in hexadecimal. */
  seedRandom(seed: string): void;
  /** The next so many bytes, at most 65,536. */
  randomBytes(length: number): Uint8Array;
}

/** Takes the host off the global object. */
export function takeHost(): Host {
  // The worker has put it there.
  const { host } = globalThis as unknown as { readonly host: Host };
  Reflect.deleteProperty(globalThis, 'host');
  return host;
}
