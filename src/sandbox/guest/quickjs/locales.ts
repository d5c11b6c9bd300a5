// The engine supports no locales: it ignores a locale and its options and formats in its own way. A script that asks
// for a locale gets an error that says so, instead of a wrong result. Plain numbers are formatted as in English.

/** The advice for a script that needs `Intl`. */
export const otherwise =
  'format by hand (scripts run in this engine where no sandbox process can be had, or where codeMode.sandbox.engine asks for it; in a process they have Intl)';
const advice = `needs Intl, which the wasm engine lacks: omit locale and options, ${otherwise}`;

/** Methods that take a locale, and the number of parameters before the locale. */
const localized: readonly (readonly [prototype: object, method: string, before: number])[] = [
  [Number.prototype, 'toLocaleString', 0],
  [BigInt.prototype, 'toLocaleString', 0],
  [Date.prototype, 'toLocaleString', 0],
  [Date.prototype, 'toLocaleDateString', 0],
  [Date.prototype, 'toLocaleTimeString', 0],
  [Array.prototype, 'toLocaleString', 0],
  [String.prototype, 'localeCompare', 1],
  [String.prototype, 'toLocaleUpperCase', 0],
  [String.prototype, 'toLocaleLowerCase', 0],
];

const english = ['en', 'en-US'];

/** Formats `1234.5678` as `1,234.568`. */
function inEnglish(value: number | bigint): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    return Number.isNaN(value) ? 'NaN' : value < 0 ? '-∞' : '∞';
  const text = typeof value === 'number' ? value.toFixed(3).replace(/\.?0+$/, '') : String(value);
  return text.includes('e') ? text : text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

/** Must be called before the script runs. */
export function refuseLocales(): void {
  for (const [prototype, method, before] of localized) {
    const native: unknown = Reflect.get(prototype, method);
    if (typeof native !== 'function') continue;
    const refusing = {
      [method](this: unknown, ...args: unknown[]): unknown {
        const [locale, options] = args.slice(before);
        const isEnglish =
          options === undefined &&
          (locale === undefined || (typeof locale === 'string' && english.includes(locale)));
        if (!isEnglish) throw new RangeError(`${method} with a locale or options ${advice}`);
        if (method === 'toLocaleString' && (typeof this === 'number' || typeof this === 'bigint'))
          return inEnglish(this);
        return Reflect.apply(native, this, args.slice(0, before));
      },
    };
    Object.defineProperty(prototype, method, { value: refusing[method], writable: true, configurable: true });
  }
}
