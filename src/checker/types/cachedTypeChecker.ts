// A type check that remembers the scripts in which it found nothing wrong. The same script over the same declarations is right again, and
// TypeScript need not be loaded for it: that is most of what a short script costs on the terminal.
import { createHash } from 'node:crypto';
import type { TypeCheck, TypeChecker, TypeCheckRequest } from './typeCheck.ts';

/** Of the code of this folder, TypeScript and what scripts declare; the build sets it. */
declare const CODE_MODE_CHECKER: string | undefined;

/** undefined when the code runs unbuilt: what it finds is not kept then. */
export const checkerVersion = typeof CODE_MODE_CHECKER === 'string' ? CODE_MODE_CHECKER : undefined;

/** By key; `storage/cacheFolder` is one. What it gives is still to be guarded. */
export interface TypeCheckCache {
  /** undefined when nothing is kept. Never rejects. */
  read(key: string): Promise<unknown>;
  write(key: string, text: () => Promise<string>): void;
}

interface CachedTypeCheckerOptions {
  readonly checker: TypeChecker;
  readonly cache: TypeCheckCache;
  /** What another version found right may be wrong. */
  readonly version: string;
}

export class CachedTypeChecker implements TypeChecker {
  readonly #options: CachedTypeCheckerOptions;

  constructor(options: CachedTypeCheckerOptions) {
    this.#options = options;
  }

  /** A script that was right once is likely to be so again. */
  warm(source?: string): void {
    const { checker, cache } = this.#options;
    if (source === undefined) checker.warm();
    else void cache.read(this.#keyOf(source)).then((known) => known ?? checker.warm(source));
  }

  async check(request: TypeCheckRequest, signal: AbortSignal): Promise<TypeCheck> {
    const { checker, cache } = this.#options;
    const key = this.#keyOf(request.source);
    const declarations = hashOf(request.declarations);
    if (isOver(await cache.read(key), declarations)) return { checked: true, findings: [] };
    const check = await checker.check(request, signal);
    if (check.checked && check.findings.length === 0) cache.write(key, () => Promise.resolve(JSON.stringify({ declarations })));
    return check;
  }

  #keyOf(source: string): string {
    return hashOf(JSON.stringify([this.#options.version, source]));
  }
}

function isOver(known: unknown, declarations: string): boolean {
  return typeof known === 'object' && known !== null && 'declarations' in known && known.declarations === declarations;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
