// Guards of messages between a webview and the extension, put together from small ones: what comes is `unknown` on either side. Linear in
// the message; fields that no guard names are let through and not read.

export type Guard<T> = (value: unknown) => value is T;
export type Guarded<G> = G extends Guard<infer T> ? T : never;

export const isString: Guard<string> = (value) => typeof value === 'string';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
/** Finite. */
export const isNumber: Guard<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value);
/** A whole number from 0. */
export const isIndex: Guard<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export function isOneOf<const T extends readonly unknown[]>(values: T): Guard<T[number]> {
  return (value): value is T[number] => values.includes(value);
}

export function isArrayOf<T>(item: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every((entry) => item(entry));
}

/** At most so many. */
export function isShortArrayOf<T>(item: Guard<T>, most: number): Guard<readonly T[]> {
  const isArray = isArrayOf(item);
  return (value): value is readonly T[] => Array.isArray(value) && value.length <= most && isArray(value);
}

export function either<A, B>(one: Guard<A>, other: Guard<B>): Guard<A | B> {
  return (value): value is A | B => one(value) || other(value);
}

type Fields = Readonly<Record<string, Guard<unknown>>>;
type FieldsOf<F extends Fields> = { readonly [Key in keyof F]: Guarded<F[Key]> };

/** With these fields of its own, and `optional` ones where they are there. */
export function isObject<F extends Fields>(fields: F): Guard<FieldsOf<F>>;
export function isObject<F extends Fields, O extends Fields>(fields: F, optional: O): Guard<FieldsOf<F> & Partial<FieldsOf<O>>>;
export function isObject(fields: Fields, optional?: Fields): Guard<FieldsOf<Fields>> {
  const needed = Object.entries(fields);
  const others = Object.entries(optional ?? {});
  return (value): value is FieldsOf<Fields> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const own = (key: string): unknown => (Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined);
    return needed.every(([key, guard]) => guard(own(key))) && others.every(([key, guard]) => own(key) === undefined || guard(own(key)));
  };
}

/** By the value of the field `type`. */
export function isMessage<M extends Readonly<Record<string, Guard<unknown>>>>(
  guards: M,
): Guard<{ [Type in keyof M]: { readonly type: Type } & Guarded<M[Type]> }[keyof M]> {
  return (value): value is { [Type in keyof M]: { readonly type: Type } & Guarded<M[Type]> }[keyof M] => {
    if (typeof value !== 'object' || value === null || !('type' in value)) return false;
    const { type } = value;
    return typeof type === 'string' && Object.hasOwn(guards, type) && guards[type]?.(value) === true;
  };
}
