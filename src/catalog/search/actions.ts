// What a request wants done and what a tool does, in five kinds: who wants to delete is not served by a tool that
// creates, however well their other words agree.
import type { CatalogTool } from '../catalogSnapshot.ts';
import { wordsOf } from '../names.ts';
import { stemOf } from './searchTerms.ts';

/** A question is a wish to read. A verb may be of several kinds. */
const VERBS: readonly (readonly [action: string, verbs: string])[] = [
  [
    'read',
    'get list find search show read fetch retrieve view see look lookup query describe explain inspect check count print display compare browse ' +
      'monitor watch download load enumerate return verify what which who when where why how is are does did calculate measure analyze aggregate',
  ],
  [
    'create',
    'create add new make insert write post put save store start open append register generate import upload copy fork clone send submit report raise file propose leave attach',
  ],
  [
    'change',
    'update edit change set modify alter patch write put save rename move replace correct adjust configure mark assign close resolve scale merge ' +
      'append overwrite upgrade',
  ],
  ['remove', 'delete remove drop erase clear destroy discard forget purge uninstall clean rid unset'],
  [
    'act',
    'run execute exec send post tell notify reply answer start stop trigger call click press apply invoke launch cancel push upload restart merge ' +
      'scroll hover drag drop type wait handle fill select choose resize navigate go switch emulate simulate connect disconnect forward crawl think',
  ],
];

/** A set of kinds, one bit each. */
export type Kinds = number;

export class Actions {
  readonly #kinds = new Map<string, Kinds>();

  constructor() {
    for (const [index, [, verbs]] of VERBS.entries()) {
      for (const verb of verbs.split(' ')) this.#kinds.set(stemOf(verb), this.#of(verb) | (1 << index));
    }
  }

  /** By the first verb; 0 for a request without one. */
  wantedBy(request: string): Kinds {
    // Later ones in -ed and -ing tell what something is like: issues assigned to me, a running pod.
    const verbs = wordsOf(request).filter((word, index) => index === 0 || !/(?:ed|ing)$/i.test(word));
    return verbs.reduce((kinds, word) => kinds || this.#of(word), 0);
  }

  /** By all verbs of its name, else by how its description begins; 0 when neither tells. */
  doneBy({ name, description }: Pick<CatalogTool, 'name' | 'description'>): Kinds {
    const byName = wordsOf(name).reduce((kinds, word) => kinds | this.#of(word), 0);
    return byName || this.#of(/^\p{L}+/u.exec(description)?.[0] ?? '');
  }

  #of(word: string): Kinds {
    return this.#kinds.get(stemOf(word.toLowerCase())) ?? 0;
  }
}

/** Whether both are known and have nothing in common. */
export function clash(wanted: Kinds, done: Kinds): boolean {
  return wanted !== 0 && done !== 0 && (wanted & done) === 0;
}
