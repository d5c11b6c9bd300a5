// The language of a run. When a script names no locale, V8 uses the language of the system, which differs between
// machines and which no environment variable sets on Windows. This module makes V8 use the language of the run instead,
// on every system and in every replay.
import { disguised } from './clock.ts';

type Service = (abstract new (...args: never[]) => unknown) & {
  supportedLocalesOf(locales: string): string[];
};
type Wanted = (service: Service, locales: unknown) => unknown;

/**
 * Methods that take a locale, the number of parameters before the locale, and the `Intl` service that knows which
 * locales exist.
 */
const localized = () =>
  [
    [Number.prototype, ['toLocaleString'], 0, Intl.NumberFormat],
    [BigInt.prototype, ['toLocaleString'], 0, Intl.NumberFormat],
    [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], 0, Intl.DateTimeFormat],
    [String.prototype, ['localeCompare'], 1, Intl.Collator],
    [String.prototype, ['toLocaleUpperCase', 'toLocaleLowerCase'], 0, Intl.Collator],
  ] as const;

/**
 * Makes `locale` the default when a script names no locale, or none that the engine supports. Must be called before
 * lockdown.
 */
export function giveLocaleToIntl(locale: () => string): void {
  // A single locale is passed on as a string, because V8 caches the formatters that it makes for a string.
  const chosen = new Map<string, boolean>();
  const wanted: Wanted = (service, locales) => {
    if (locales === undefined) return locale();
    if (typeof locales !== 'string') return [...Intl.getCanonicalLocales(locales as string[]), locale()];
    const key = `${service.name} ${locales}`;
    const isThere = chosen.get(key) ?? service.supportedLocalesOf(locales).length > 0;
    chosen.set(key, isThere);
    return isThere ? locales : [locales, locale()];
  };
  localizeZoneNames(locale);
  for (const [prototype, methods, before, service] of localized()) {
    for (const method of methods)
      replaceMethod(prototype, method, (native, self, args) => {
        args[before] = wanted(service, args[before]);
        return Reflect.apply(native, self, args);
      });
  }
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const service: unknown = Reflect.get(Intl, name);
    if (isService(service)) localizeService(name, service, wanted);
  }
}

/** `Intl.Locale` is no service: it has no default locale. */
function isService(value: unknown): value is Service {
  return typeof value === 'function' && 'supportedLocalesOf' in value;
}

/**
 * Translates the name of the time zone at the end of `Date.prototype.toString`, which V8 writes in the language of the
 * system.
 */
function localizeZoneNames(locale: () => string): void {
  const Format = Intl.DateTimeFormat;
  const made = new Map<string, Intl.DateTimeFormat>();
  const nameOf = (date: Date): string | undefined => {
    const format = made.get(locale()) ?? new Format(locale(), { timeZoneName: 'long' });
    made.set(locale(), format);
    return format.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value;
  };
  for (const method of ['toString', 'toTimeString']) {
    replaceMethod(Date.prototype, method, (native, self) =>
      // The native method throws for a value that is not a date.
      String(Reflect.apply(native, self, [])).replace(
        /\(.*\)$/,
        (name) => `(${nameOf(self as Date) ?? name})`,
      ),
    );
  }
}

type Native = (...args: unknown[]) => unknown;

function replaceMethod(
  prototype: object,
  method: string,
  work: (native: Native, self: unknown, args: unknown[]) => unknown,
): void {
  const native = Reflect.get(prototype, method) as Native;
  // A method, because a method is not a constructor, like the native one.
  const own = {
    [method](this: unknown, ...args: unknown[]): unknown {
      return work(native, this, args);
    },
  };
  Object.defineProperty(prototype, method, { value: disguised(own[method] ?? native, native) });
}

function localizeService(name: string, Native: Service, wanted: Wanted): void {
  const Own = function (...[locales, ...options]: unknown[]): unknown {
    const args = [wanted(Native, locales), ...options];
    const made: unknown = new.target;
    // Some services can be called without `new`; the others throw by themselves.
    return typeof made === 'function'
      ? Reflect.construct(Native as never, args, made)
      : Reflect.apply(Native as never, undefined, args);
  };
  Object.defineProperty(Intl, name, { value: disguised(Own, Native) });
  Object.defineProperty(Native.prototype, 'constructor', { value: Own });
}
