// Which parts of TypeScript's library describe what a script finds; the build ships them, and those that they refer to.

/** ECMAScript as far as the oldest Node.js that a sandbox runs on has it. */
export const LIBRARIES = ['lib.es2024.d.ts', 'lib.es2025.collection.d.ts', 'lib.es2025.iterator.d.ts', 'lib.esnext.array.d.ts'];
