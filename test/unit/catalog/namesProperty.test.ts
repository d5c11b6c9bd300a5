// Tests names for any names that servers give their tools: cases chosen by hand, and lists of names that a seeded
// generator makes from the same parts.
import assert from 'node:assert/strict';
import { Script } from 'node:vm';
import { assignNames, toIdentifier } from '../../../src/catalog/names.ts';
import { everyTest } from '../../fakes/everyTest.ts';
import { Random } from '../../sandbox/random.ts';
import { diagnose } from '../declarations/diagnose.ts';

const traps: Readonly<Record<string, readonly string[]>> = {
  'NFC and NFD': ['caf\u00e9', 'cafe\u0301', 'A\u030angstro\u0308m', '\u1e69', 's\u0323\u0307'],
  emoji: ['🙂', 'send_🙂', '👩‍👩‍👧', '1️⃣', '🇦🇹_info'],
  'right to left': ['שלום', 'مرحبا_بك', '\u202eevil', 'get\u200fcity'],
  'zero width': ['get\u200bcity', 'get\u200dcity', '\ufeffget', '\u200c', '\u2060'],
  'letters beyond the first plane': ['𐐀𐐨', '𝒳', '𠮷野家'],
  'letters with odd capitals': ['ß_ß', 'x_ǰ', 'x_ŉ', 'İstanbul', 'ǅ_x', 'x_ﬁ', 'ΐ_ΐ'],
  'marks that begin no name': ['\u0301a', '٣d', 'a_\u0301b', '·x'],
  'reserved words':
    'await break class default delete enum export function if import in new null return this typeof var with yield'.split(
      ' ',
    ),
  'strict mode': 'eval arguments let static implements interface package private public'.split(' '),
  separators: ['a.b', 'a/b', 'a\\b', 'a:b', 'a b', 'a\tb', 'a--b', '..', '/', './a', 'a.'],
  'leading digits': ['3d', '3D_render', '007', '2fa-enable', '1', '1_1'],
  'long names': ['x'.repeat(200), 'get_'.repeat(50), 'é'.repeat(200), `${'a'.repeat(199)}-b`],
  'names that differ by case': ['getcity', 'getCity', 'GetCity', 'GETCITY', 'get_city', 'GET_CITY'],
  'names of every object': [...Object.getOwnPropertyNames(Object.prototype), 'prototype'],
  'names with a meaning in scripts':
    'then catch finally raw toJSON $resources $prompts resources prompts'.split(' '),
  quotes: ['"', "'", '`', '${x}', 'a"]["b', '*/', '\u0000', '\ud800', 'a\udc00b', '\n'],
};
const all = Object.values(traps).flat();
/** The parts of generated names. */
const parts = [
  'get',
  'city',
  'City',
  'URL',
  '2',
  '_',
  '-',
  '.',
  ...all.filter((raw) => raw.length < 20),
] as const;

describe('names of every kind', () => {
  it('are legal and unique', () => assertUnique(all));

  it('change nothing when applied twice', () => assertSettled(all));

  it('are names to TypeScript too', () => {
    const names = [...assignNames(all, 'tool').names.values()];
    const script = names.map((name) => `export const ${name} = 1;`).join('\n');
    assert.deepEqual(diagnose({ '/script.ts': script }), []);
  });
});

describe('names of any list', () => {
  const lists = Array.from({ length: everyTest ? 300 : 60 }, (_, seed) => randomNames(seed + 1));

  it('are legal and unique', () => {
    for (const list of lists) assertUnique(list);
  });

  it('change nothing when applied twice', () => assertSettled(lists.flat()));

  it('are the same in any order', () => {
    for (const list of lists) {
      const sorted = (raws: readonly string[]) => [...assignNames(raws, 'tool').names].sort();
      assert.deepEqual(sorted(list.toReversed()), sorted(list));
      assert.deepEqual(sorted([...list.slice(3), ...list.slice(0, 3)]), sorted(list));
    }
  });

  it('stay what they are when a name is added with which they do not collide', () => {
    for (const [added = '', ...list] of lists) {
      const before = assignNames(list, 'tool').names;
      const after = assignNames([...list, added], 'tool').names;
      const stem = stemOf(toIdentifier(added, 'tool'));
      for (const [raw, name] of before) {
        if (stemOf(name) !== stem)
          assert.equal(after.get(raw), name, `${JSON.stringify(raw)} after ${JSON.stringify(added)}`);
      }
    }
  });
});

function assertLegal(name: string, raw: string): void {
  const about = `${JSON.stringify(raw)} -> ${JSON.stringify(name)}`;
  // The name is used as a variable in strict mode and beside an \`await\`, since a server can be destructured.
  assert.doesNotThrow(
    () => new Script(`"use strict"; async () => { const { ${name} } = {}; await ${name}; };`),
    about,
  );
  assert.ok(!(name in Object.prototype) && name !== 'then' && name !== 'toJSON', about);
  assert.ok(!name.startsWith('$'), about);
}

function assertUnique(raws: readonly string[]): void {
  const { names } = assignNames(raws, 'tool');
  assert.equal(names.size, new Set(raws).size);
  assert.equal(new Set(names.values()).size, names.size);
  for (const [raw, name] of names) assertLegal(name, raw);
}

function assertSettled(raws: readonly string[]): void {
  for (const once of raws.map((raw) => toIdentifier(raw, 'tool')))
    assert.equal(toIdentifier(once, 'tool'), once);
}

/** Returns the part that names have in common if they are numbered against each other. */
function stemOf(name: string): string {
  return name.replace(/\d+$/, '');
}

/** Returns up to twenty names of one to three parts, some of which differ little; the same for the same seed. */
function randomNames(seed: number): readonly string[] {
  const random = new Random(seed);
  const separators = ['', '_', '-', ' ', '.'] as const;
  const name = () =>
    Array.from({ length: 1 + random.below(3) }, () => random.pick(parts)).join(random.pick(separators));
  return Array.from({ length: 2 + random.below(19) }, name);
}
