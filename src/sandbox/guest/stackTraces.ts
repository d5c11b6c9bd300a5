// Places in the script. The engine tells each error's stack to one function, ours: it keeps the frames of the script, drops
// everything of the sandbox, and remembers where each error was made.
import { linesBefore, maxFunctionName, maxStackFrames } from '../protocol/bounds.ts';
import type { Frame, HostBindings } from './hostBindings.ts';
import { scriptName } from './scriptSource.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A function of the script on the way to an error. */
export type TracedFrame = readonly [name: string | null, line: number, column: number];

const framesKept = 15;

function placeOf(frame: Frame): Place | undefined {
  return placeAt(frame.getLineNumber(), frame.getColumnNumber());
}

function placeAt(line: unknown, column: unknown): Place | undefined {
  if (typeof line !== 'number' || typeof column !== 'number' || line <= linesBefore) return undefined;
  return { line: line - linesBefore, column };
}

/** Whether this is the frame of the error's own class: where the error's kind is declared, not where it was made. */
function isOwnConstructor(frame: Frame, error: object): boolean {
  if (frame.isConstructor() !== true) return false;
  const prototype: unknown = Object.getPrototypeOf(error);
  const made: unknown =
    typeof prototype === 'object' && prototype !== null ? Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value : undefined;
  return typeof made === 'function' && made.name === frame.getFunctionName();
}

/** `Name: message`, whatever getters an error's author gave it. */
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
  /** undefined for errors that were made outside the script. */
  readonly #places = new WeakMap<object, Place | undefined>();
  /** Absent where there is no more to say than the place. */
  readonly #traces = new WeakMap<object, readonly TracedFrame[]>();

  /** A mark of which no more is wanted than its place. */
  #asked: object | undefined;

  constructor(bindings: HostBindings) {
    this.#bindings = bindings;
  }

  /** To be called after lockdown, which gives the realm an `Error` with this one hook. */
  install(): void {
    Error.stackTraceLimit = framesKept;
    Error.prepareStackTrace = (error: object, frames: readonly Frame[]) => `${headline(error)}${this.#format(error, frames)}`;
  }

  /** Where `error` was made, when that was in the script. */
  placeOf(error: unknown): Place | undefined {
    if (typeof error !== 'object' || error === null) return undefined;
    try {
      // Reading the stack is what makes V8 call the hook.
      Reflect.get(error, 'stack');
    } catch {
      return undefined;
    }
    return this.#places.get(error);
  }

  /** The functions on the way to where `error` was made; empty at the script's top level. */
  traceOf(error: unknown): readonly TracedFrame[] {
    return this.placeOf(error) === undefined ? [] : (this.#traces.get(error as object) ?? []); // it has a place: it is an object
  }

  /** Whether the engine knows where `error` was made: not if a script wrote over its stack before anything read it. */
  isKnown(error: Error): boolean {
    return this.#places.has(error);
  }

  /** `Name: message` and the script's frames, one a line. */
  textOf(error: Error): string {
    try {
      const { stack } = error;
      return typeof stack === 'string' && stack !== '' ? stack : headline(error);
    } catch {
      return headline(error);
    }
  }

  /** Remembers the place of the script that called `above`; cheap until it is used. */
  mark(above: (...args: never[]) => unknown): object {
    const mark = {};
    this.#bindings.captureStack(mark, above);
    return mark;
  }

  /** Where in the script `above`, which is running, was called; undefined where the script did not call it. No more of the stack is read. */
  callerOf(above: (...args: never[]) => unknown): Place | undefined {
    try {
      const { topOfScript } = this.#bindings;
      if (topOfScript) {
        const top = topOfScript();
        return top && placeAt(top.line, top.column);
      }
      this.#asked = this.mark(above);
      return this.placeOf(this.#asked);
    } catch {
      return undefined;
    } finally {
      this.#asked = undefined;
    }
  }

  /** Makes `error` look as if it had been made at `mark`. */
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
    if (error === this.#asked) {
      this.#places.set(error, this.#firstPlace(frames));
      return '';
    }
    let text = '';
    let first = this.#places.get(error);
    const trace: TracedFrame[] = [];
    for (const frame of frames) {
      const place = this.#placeIn(frame);
      if (place === undefined || isOwnConstructor(frame, error)) continue;
      first ??= place;
      const called = frame.getFunctionName();
      const name = typeof called === 'string' && called !== 'eval' ? called : null;
      const where = `${scriptName}:${place.line}:${place.column}`;
      text += name === null ? `\n    at ${where}` : `\n    at ${name} (${where})`;
      if (trace.length < maxStackFrames) trace.push([name === null ? null : name.slice(0, maxFunctionName), place.line, place.column]);
    }
    this.#places.set(error, first);
    if (trace.length > 1 && !this.#traces.has(error)) this.#traces.set(error, trace);
    return text;
  }

  #firstPlace(frames: readonly Frame[]): Place | undefined {
    for (const frame of frames) {
      const place = this.#placeIn(frame);
      if (place) return place;
    }
    return undefined;
  }

  #placeIn(frame: Frame): Place | undefined {
    return this.#bindings.isOfScript(frame) ? placeOf(frame) : undefined;
  }
}
