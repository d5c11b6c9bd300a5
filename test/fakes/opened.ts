// Objects that tests of a `describe` use: opened before the tests, and disposed of after them.

type Opened = Disposable | AsyncDisposable;

/** Returns a stand-in for the object that `open` opens before each test of a `describe`. */
export function openedForEach<T extends Opened>(open: () => T | Promise<T>): T {
  return standIn(open, beforeEach, afterEach);
}

/** Returns a stand-in for the object that `open` opens before all tests of a `describe`. */
export function openedForAll<T extends Opened>(open: () => T | Promise<T>): T {
  return standIn(open, before, after);
}

type Hook = (work: () => Promise<void>) => void;

function standIn<T extends Opened>(open: () => T | Promise<T>, begin: Hook, end: Hook): T {
  let opened: T | undefined;
  begin(async () => {
    opened = await open();
  });
  end(async () => {
    const ended = opened;
    opened = undefined;
    if (ended === undefined) return;
    if (Symbol.asyncDispose in ended) await ended[Symbol.asyncDispose]();
    else ended[Symbol.dispose]();
  });
  // The stand-in has the members of the object that is open now.
  return new Proxy({} as T, {
    get: (_target, key) => {
      if (opened === undefined) throw new Error('The object is open only while tests run.');
      const member: unknown = Reflect.get(opened, key);
      return typeof member === 'function' ? (member.bind(opened) as unknown) : member;
    },
  });
}
