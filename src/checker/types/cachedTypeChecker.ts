// A type check that remembers the scripts in which it found no errors. The same script with the same declarations needs
// no second check, and TypeScript need not be loaded, which takes most of the time of a short script on the terminal.
import { createHash } from 'node:crypto';
import type { CacheFolder } from '../../base/files/cacheFolder.ts';
import { isObject, isString } from '../../base/guards.ts';
import type { TypeChecker, TypeCheckRequest } from './typeCheck.ts';

/** Version of the code of this folder, TypeScript and the declarations for scripts. The build sets it. */
declare const CODE_MODE_CHECKER: string | undefined;

/** Undefined when the code runs without a build. Results are not kept then. */
export const checkerVersion = typeof CODE_MODE_CHECKER === 'string' ? CODE_MODE_CHECKER : undefined;

/** A store by key. The values that it returns must be validated. */
export type TypeCheckCache = Pick<CacheFolder, 'read' | 'write'>;

/** The hash of the declarations with which a script had no findings. */
const isKept = isObject({ declarations: isString });

interface CachedTypeCheckerOptions {
  readonly checker: TypeChecker;
  readonly cache: TypeCheckCache;
  /** Version of the checker. Results of another version are not used, because they may be wrong. */
  readonly version: string;
}

export class CachedTypeChecker implements TypeChecker {
  readonly #options: CachedTypeCheckerOptions;

  constructor(options: CachedTypeCheckerOptions) {
    this.#options = options;
  }

  /** Prepares a check in the background, but not for a script that passed before: it is likely to pass again. */
  warm(source?: string): void {
    const { checker, cache } = this.#options;
    if (source === undefined) checker.warm();
    else void cache.read(this.#keyOf(source)).then((known) => known ?? checker.warm(source));
  }

  async check(request: TypeCheckRequest, signal: AbortSignal) {
    const { checker, cache } = this.#options;
    const key = this.#keyOf(request.source);
    const declarations = hashOf(request.declarations);
    const known = await cache.read(key);
    if (isKept(known) && known.declarations === declarations) return [];
    const findings = await checker.check(request, signal);
    if (findings?.length === 0) cache.write(key, () => Promise.resolve(JSON.stringify({ declarations })));
    return findings;
  }

  #keyOf(source: string): string {
    return hashOf(JSON.stringify([this.#options.version, source]));
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
