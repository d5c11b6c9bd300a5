// The parts of TypeScript's library that describe the globals of scripts, and the files in which the build ships them
// (scripts/typeLibrary.ts).

/** The ECMAScript features of the oldest Node.js version on which a sandbox runs. */
export const LIBRARIES = [
  'lib.es2024.d.ts',
  'lib.es2025.collection.d.ts',
  'lib.es2025.iterator.d.ts',
  'lib.esnext.array.d.ts',
];

/** `seldom` continues `common`. `iterator` is a module that adds to both. */
export const LIBRARY_FILES = {
  common: 'lib.common.d.ts',
  iterator: 'lib.iterator.d.ts',
  seldom: 'lib.seldom.d.ts',
};

/**
 * Globals that few scripts need and that make up more than half of the library. All their declarations are in `seldom`.
 */
export const SELDOM =
  /\b(?:(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array(?:Constructor)?|DataView\w*|Atomics|SharedArrayBuffer\w*|Intl|BigIntToLocaleStringOptions|Reflect|Proxy\w*|Weak\w+|FinalizationRegistry\w*|Class\w+Context|\w+Decorator)\b/;

/** Matches a script that may use one of these: by its name, in an escaped identifier, or through the global object. */
export const NAMES_SELDOM = new RegExp(`${SELDOM.source}|\\\\u|\\bglobalThis\\b`);
