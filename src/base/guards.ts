// Guards for data that other code wrote: messages between a webview and the extension, lines and summaries of records.
// Guards are composed of small ones, so that one declaration is both the check and the type. Their time is linear in
// the size of the value.

export interface Guard<T> {
  (value: unknown): value is T;
  /** Copies a value that passed the guard, without fields that no guard names. Absent if the guard checks all of it. */
  readonly onlyNamed?: (value: unknown) => unknown;
}
export type Guarded<G> = G extends Guard<infer T> ? T : never;

/** Returns a value that passed the guard, without the fields that no guard names, since nothing has checked these. */
export function onlyNamed<T>(guard: Guard<T>, value: T): T {
  // The copy of a value that passed the guard has the same type.
  return (guard.onlyNamed ? guard.onlyNamed(value) : value) as T;
}

export const isString: Guard<string> = (value) => typeof value === 'string';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
/** Accepts finite numbers. */
export const isNumber: Guard<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);
/** Accepts whole numbers from 0. */
export const isIndex: Guard<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
/** Accepts whole numbers from 1. */
export const isOrdinal: Guard<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1;

/** Accepts numbers from 0 to `most`. */
export function isNumberUpTo(most: number): Guard<number> {
  return (value): value is number => typeof value === 'number' && value >= 0 && value <= most;
}

export function isMatchOf(pattern: RegExp): Guard<string> {
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}

export function isOneOf<const T extends readonly unknown[]>(values: T): Guard<T[number]> {
  return (value): value is T[number] => values.includes(value);
}

/** Accepts arrays of at most `most` items. */
export function isArrayOf<T>(item: Guard<T>, most = Infinity): Guard<readonly T[]> {
  const isArray = (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every((entry) => item(entry));
  return Object.assign(isArray, {
    onlyNamed: (value: unknown) => (value as readonly T[]).map((entry) => onlyNamed(item, entry)),
  });
}

/** Accepts an object with any field names whose values all pass. */
export function isRecordOf<T>(member: Guard<T>): Guard<Readonly<Record<string, T>>> {
  const isRecord = (value: unknown): value is Readonly<Record<string, T>> =>
    isAnyObject(value) && Object.values(value).every((entry) => member(entry));
  const copy = (value: unknown) =>
    Object.fromEntries(
      Object.entries(value as Record<string, T>).map(([name, entry]) => [name, onlyNamed(member, entry)]),
    );
  return Object.assign(isRecord, { onlyNamed: copy });
}

export function either<A, B>(one: Guard<A>, other: Guard<B>): Guard<A | B> {
  const isEither = (value: unknown): value is A | B => one(value) || other(value);
  return Object.assign(isEither, {
    onlyNamed: (value: unknown) => (one(value) ? onlyNamed(one, value) : onlyNamed(other, value as B)),
  });
}

type Fields = Readonly<Record<string, Guard<unknown>>>;
export type FieldsOf<F extends Fields> = { readonly [Key in keyof F]: Guarded<F[Key]> };

/** Accepts an object that has these fields as its own; `optional` fields may be absent. */
export function isObject<F extends Fields>(fields: F): Guard<FieldsOf<F>>;
export function isObject<F extends Fields, O extends Fields>(
  fields: F,
  optional: O,
): Guard<FieldsOf<F> & Partial<FieldsOf<O>>>;
export function isObject(fields: Fields, optional?: Fields): Guard<FieldsOf<Fields>> {
  const needed = Object.entries(fields);
  const others = Object.entries(optional ?? {});
  const isGuarded = (value: unknown): value is FieldsOf<Fields> => {
    if (!isAnyObject(value)) return false;
    const own = (key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);
    return (
      needed.every(([key, guard]) => guard(own(key))) &&
      others.every(([key, guard]) => own(key) === undefined || guard(own(key)))
    );
  };
  const copy = (value: unknown) => {
    const found = value as FieldsOf<Fields>;
    const all = [...needed, ...others].filter(
      ([key]) => Object.hasOwn(found, key) && found[key] !== undefined,
    );
    return Object.fromEntries(all.map(([key, guard]) => [key, onlyNamed(guard, found[key])]));
  };
  return Object.assign(isGuarded, { onlyNamed: copy });
}

/** Returns the named fields that pass the guard. */
export function namedFields<T, Name extends string>(
  object: Readonly<Record<string, unknown>>,
  guard: Guard<T>,
  ...names: readonly Name[]
): { readonly [Key in Name]?: T } {
  const found = names.filter((name) => guard(object[name])).map((name) => [name, object[name]]);
  return Object.fromEntries(found) as { readonly [Key in Name]?: T }; // Only the given names become keys.
}

type Tagged<Tag extends string, Guards> = {
  [Name in keyof Guards]: { readonly [Key in Tag]: Name } & Guarded<Guards[Name]>;
}[keyof Guards];

/** Accepts one of several kinds of objects, told apart by the field `tag`. */
export function isTagged<Tag extends string, G extends Readonly<Record<string, Guard<unknown>>>>(
  tag: Tag,
  guards: G,
): Guard<Tagged<Tag, G>> {
  const guardOf = (value: unknown) => {
    const name = isAnyObject(value) ? value[tag] : undefined;
    return typeof name === 'string' && Object.hasOwn(guards, name) ? guards[name] : undefined;
  };
  const isOneOfThem = (value: unknown): value is Tagged<Tag, G> => guardOf(value)?.(value) === true;
  const copy = (value: unknown) => {
    const guard = guardOf(value);
    return (
      guard && { [tag]: (value as Record<string, unknown>)[tag], ...(onlyNamed(guard, value) as object) }
    );
  };
  return Object.assign(isOneOfThem, { onlyNamed: copy });
}

function isAnyObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
