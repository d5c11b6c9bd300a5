// The engine knows no languages: it ignores a locale and its options and formats as it likes. A script that asks for one
// gets an error that says so, instead of something else without a word. Plain numbers are formatted as in English.

/** What to do without `Intl`. */
export const otherwise =
  'format by hand (scripts run in this engine where no sandbox process can be had, or where codeMode.sandbox.engine asks for it; in a process they have Intl)';
const advice = `needs Intl, which the wasm engine lacks: omit locale and options, ${otherwise}`;

/** What takes a locale, and how many parameters stand before it. */
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

/** `1234.5678` as `1,234.568`. */
function inEnglish(value: number | bigint): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? '-∞' : '∞';
  const text = typeof value === 'number' ? value.toFixed(3).replace(/\.?0+$/, '') : String(value);
  return text.includes('e') ? text : text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

/** To be called before the script runs. */
export function refuseLocales(): void {
  for (const [prototype, method, before] of localized) {
    const native: unknown = Reflect.get(prototype, method);
    if (typeof native !== 'function') continue;
    const refusing = {
      [method](this: unknown, ...args: unknown[]): unknown {
        const [locale, options] = args.slice(before);
        const isEnglish = options === undefined && (locale === undefined || (typeof locale === 'string' && english.includes(locale)));
        if (!isEnglish) throw new RangeError(`${method} with a locale or options ${advice}`);
        if (method === 'toLocaleString' && (typeof this === 'number' || typeof this === 'bigint')) return inEnglish(this);
        return Reflect.apply(native, this, args.slice(0, before));
      },
    };
    Object.defineProperty(prototype, method, { value: refusing[method], writable: true, configurable: true });
  }
}
