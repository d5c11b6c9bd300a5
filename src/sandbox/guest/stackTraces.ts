// Finds places in the script. The engine passes the stack of each error to a hook of this module. The hook keeps the
// frames of the script, drops all frames of the sandbox, and remembers where each error was created.
import { linesBefore, maxFunctionName, maxStackFrames, scriptUrlName } from '../protocol/bounds.ts';
import type { BodyPosition } from '../protocol/messages.ts';
import type { Frame, HostBindings } from './hostBindings.ts';

/** A function of the script on the call stack of an error. */
export type TracedFrame = readonly [name: string | null, line: number, column: number];

const framesKept = 15;

function placeAt(line: unknown, column: unknown): BodyPosition | undefined {
  if (typeof line !== 'number' || typeof column !== 'number' || line <= linesBefore) return undefined;
  return { line: line - linesBefore, column };
}

/**
 * True if this frame is the constructor of the error's own class. Such a frame shows where the class is declared, not
 * where the error was created.
 */
function isOwnConstructor(frame: Frame, error: object): boolean {
  if (frame.isConstructor() !== true) return false;
  const prototype: unknown = Object.getPrototypeOf(error);
  const made: unknown =
    typeof prototype === 'object' && prototype !== null
      ? Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
      : undefined;
  return typeof made === 'function' && made.name === frame.getFunctionName();
}

/** True for an instance of `Kind`; false also for a proxy that throws when it is asked for its prototype. */
export function isA<T>(value: unknown, Kind: new (...args: never[]) => T): value is T {
  try {
    return value instanceof Kind;
  } catch {
    return false;
  }
}

/** Returns `Name: message`. Never throws, even if getters of the error do. */
export function headline(error: unknown): string {
  try {
    const { name, message } = error as { name?: unknown; message?: unknown };
    const head = typeof name === 'string' && name !== '' ? name : 'Error';
    return typeof message === 'string' && message !== '' ? `${head}: ${message}` : head;
  } catch {
    return 'Error';
  }
}

export class StackTraces {
  readonly #bindings: HostBindings;
  /** Places where errors were created; undefined for an error that was created outside the script. */
  readonly #places = new WeakMap<object, BodyPosition | undefined>();
  /** Functions of the script on the stack of each error. An error whose stack has only one such frame has no entry. */
  readonly #traces = new WeakMap<object, readonly TracedFrame[]>();

  constructor(bindings: HostBindings) {
    this.#bindings = bindings;
  }

  /** Must be called after lockdown, which gives the realm an `Error` with only this hook. */
  install(): void {
    Error.stackTraceLimit = framesKept;
    Error.prepareStackTrace = (error: object, frames: readonly Frame[]) =>
      `${headline(error)}${this.#format(error, frames)}`;
  }

  /**
   * Returns the place in the script where `error` was created; undefined if it was created elsewhere or its place is
   * unknown.
   */
  placeOf(error: unknown): BodyPosition | undefined {
    if (typeof error !== 'object' || error === null) return undefined;
    try {
      // V8 calls the hook only when the stack is read.
      Reflect.get(error, 'stack');
    } catch {
      return undefined;
    }
    return this.#places.get(error);
  }

  /** Returns the functions of the script that led to the creation of `error`; empty at the script's top level. */
  traceOf(error: unknown): readonly TracedFrame[] {
    // An error with a place is an object.
    return this.placeOf(error) === undefined ? [] : (this.#traces.get(error as object) ?? []);
  }

  /**
   * True if the engine has reported where `error` was created. False if the script overwrote the stack before anything
   * read it.
   */
  isKnown(error: Error): boolean {
    return this.#places.has(error);
  }

  /** Returns `Name: message` and the frames of the script, one per line. */
  textOf(error: Error): string {
    try {
      const { stack } = error;
      return typeof stack === 'string' && stack !== '' ? stack : headline(error);
    } catch {
      return headline(error);
    }
  }

  /**
   * Creates an object that remembers the stack of the caller of `above`. The stack is formatted only when it is used.
   */
  mark(above: (...args: never[]) => unknown): object {
    const mark = {};
    this.#bindings.captureStack(mark, above);
    return mark;
  }

  /**
   * Returns the place in the script that called `above`, which is still running; undefined if the script did not call
   * it.
   */
  callerOf(above: (...args: never[]) => unknown): BodyPosition | undefined {
    try {
      const { topOfScript } = this.#bindings;
      if (!topOfScript) return this.placeOf(this.mark(above));
      const top = topOfScript();
      return top && placeAt(top.line, top.column);
    } catch {
      return undefined;
    }
  }

  /** Gives `error` the place and the stack of `mark`. */
  moveTo(error: Error, mark: object): void {
    const place = this.placeOf(mark);
    if (place === undefined) return;
    this.#places.set(error, place);
    this.#traces.set(error, this.traceOf(mark));
    const { stack } = mark as { stack: string };
    Object.defineProperty(error, 'stack', {
      value: headline(error) + stack.slice(stack.indexOf('\n')),
      writable: true,
      configurable: true,
    });
  }

  #format(error: object, frames: readonly Frame[]): string {
    let text = '';
    let first = this.#places.get(error);
    const trace: TracedFrame[] = [];
    for (const frame of frames) {
      const place = this.#placeIn(frame);
      if (place === undefined || isOwnConstructor(frame, error)) continue;
      first ??= place;
      const called = frame.getFunctionName();
      const name = typeof called === 'string' && called !== 'eval' ? called : null;
      const where = `${scriptUrlName}:${place.line}:${place.column}`;
      text += name === null ? `\n    at ${where}` : `\n    at ${name} (${where})`;
      if (trace.length < maxStackFrames)
        trace.push([name === null ? null : name.slice(0, maxFunctionName), place.line, place.column]);
    }
    this.#places.set(error, first);
    if (trace.length > 1 && !this.#traces.has(error)) this.#traces.set(error, trace);
    return text;
  }

  #placeIn(frame: Frame): BodyPosition | undefined {
    if (!this.#bindings.isOfScript(frame)) return undefined;
    return placeAt(frame.getLineNumber(), frame.getColumnNumber());
  }
}
