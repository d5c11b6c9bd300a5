// Objects that tests of a `describe` use: opened before the tests, and closed after them, the last one first.

type Opened =
  Disposable | AsyncDisposable | { readonly dispose: () => unknown } | { readonly close: () => unknown };

/** Returns a stand-in for the object that `open` opens before each test of a `describe`. */
export function openedForEach<T extends Opened>(open: () => T | Promise<T>): T {
  return standIn(open, beforeEach, afterEach);
}

/** Returns a stand-in for the object that `open` opens before all tests of a `describe`. */
export function openedForAll<T extends Opened>(open: () => T | Promise<T>): T {
  return standIn(open, before, after);
}

/** Returns a function that has its argument closed after the test, the last one first. */
export function closedAfterEach(): <T extends Opened>(opened: T) => T {
  const closing: Close[] = [];
  afterEach(() => closeAll(closing.splice(0)));
  return (opened) => {
    closing.push(() => close(opened));
    return opened;
  };
}

type Hook = (work: () => Promise<void>) => void;
type Close = () => Promise<void>;

/** Functions that close what is open, in the order in which it was opened. */
const closing: Close[] = [];

function standIn<T extends Opened>(open: () => T | Promise<T>, begin: Hook, end: Hook): T {
  let opened: T | undefined;
  /** Number of objects that were opened before; nothing is closed if this one was not opened. */
  let before = Infinity;
  begin(async () => {
    before = closing.length;
    opened = await open();
    closing.push(() => close(opened));
  });
  // Mocha runs the hooks of the end in the order of the others.
  end(async () => {
    await closeAll(closing.splice(before));
    [before, opened] = [Infinity, undefined];
  });
  const current = (): T => {
    if (opened === undefined) throw new Error('The object is open only while tests run.');
    return opened;
  };
  // The stand-in has the members of the object that is open now.
  return new Proxy({} as T, {
    get: (_target, key) => {
      const member: unknown = Reflect.get(current(), key);
      return typeof member === 'function' ? (member.bind(current()) as unknown) : member;
    },
    set: (_target, key, value) => Reflect.set(current(), key, value),
  });
}

/** Closes the last one first, and the others also where one fails. */
async function closeAll(closing: readonly Close[]): Promise<void> {
  const last = closing.at(-1);
  if (!last) return;
  try {
    await last();
  } finally {
    await closeAll(closing.slice(0, -1));
  }
}

async function close(opened: Opened | undefined): Promise<void> {
  if (opened === undefined) return;
  if (Symbol.asyncDispose in opened) await opened[Symbol.asyncDispose]();
  else if (Symbol.dispose in opened) opened[Symbol.dispose]();
  else await ('dispose' in opened ? opened.dispose() : opened.close());
}
