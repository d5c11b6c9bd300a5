// The functions that the worker (supervisor/wasmWorker.ts) lends to the guest. Nothing else outside the virtual machine
// can be reached from within.

export interface Host {
  /** Registers the functions that the worker calls. Called once. */
  listen(
    /** Takes a frame from the supervisor thread. */
    receive: (frame: string) => void,
    /** Called when the alarm is due. */
    wake: () => void,
    /** Called when no microtask is left. Returns true if it ran work that may have queued microtasks. */
    proceed: () => boolean,
    rejection: (promise: Promise<unknown>, reason: unknown, isHandled: boolean) => void,
  ): void;
  /** Sends a frame, and blocks while the supervisor thread is behind. */
  send(frame: string): void;
  /** Returns a monotonic time in milliseconds, with fractions. */
  now(): number;
  /** Sets the one alarm to `ms` milliseconds from now. A negative value clears the alarm. */
  setAlarm(ms: number): void;
  /**
   * Chooses how the engine asks for the time zone's offset from now on: at local times that are read as UTC if true, at
   * moments if false.
   */
  askForLocalTimes(on: boolean): void;
  /** `seed` is 32 bytes in hexadecimal. */
  seedRandom(seed: string): void;
  /** Returns the next `length` random bytes, at most 65,536. */
  randomBytes(length: number): Uint8Array;
}

/** Returns the host and removes it from the global object. */
export function takeHost(): Host {
  // The worker has defined this global.
  const { host } = globalThis as unknown as { readonly host: Host };
  Reflect.deleteProperty(globalThis, 'host');
  return host;
}
