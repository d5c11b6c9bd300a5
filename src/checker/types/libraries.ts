// Which parts of TypeScript's library describe what a script finds, and the files in which the build ships them (scripts/typeLibrary.ts).

/** ECMAScript as far as the oldest Node.js that a sandbox runs on has it. */
export const LIBRARIES = ['lib.es2024.d.ts', 'lib.es2025.collection.d.ts', 'lib.es2025.iterator.d.ts', 'lib.esnext.array.d.ts'];

/** `seldom` goes on where `common` ends; `iterator` is a module, which adds to both. */
export const LIBRARY_FILES = { common: 'lib.common.d.ts', iterator: 'lib.iterator.d.ts', seldom: 'lib.seldom.d.ts' };

/** Globals that few scripts need and that are more than half of the library: all that is declared of each stands in `seldom`. */
export const SELDOM =
  /\b(?:(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array(?:Constructor)?|DataView\w*|Atomics|SharedArrayBuffer\w*|Intl|BigIntToLocaleStringOptions|Reflect|Proxy\w*|Weak\w+|FinalizationRegistry\w*|Class\w+Context|\w+Decorator)\b/;

/** What a script that names one of them has in it: itself, an escape, or the object that has all. */
export const NAMES_SELDOM = new RegExp(`${SELDOM.source}|\\\\u|\\bglobalThis\\b`);
