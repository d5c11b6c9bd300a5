import assert from 'node:assert/strict';
import picomatch from 'picomatch';
import { nameMatcher } from '../../../../src/base/globs/nameMatcher.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';

const names = ['', ...'a A b ab aB a.b a.b_c aa aba a.b.c x/a a/b .a x-b aab é.a a.'.split(' ')];
const tools =
  'github.get_issue github.delete_repo slack.delete_x internal-a github githubx gitlab.remove_y a.get_b'.split(
    ' ',
  );

/** Both as picomatch decides it. */
const cases: readonly (readonly [globs: readonly string[], names: readonly string[]])[] = [
  [
    ['*', '**', 'a*', '*a', '*a*', 'a*b', 'a.*', '*.a', 'A*.b_*', 'a**b', 'ab', '*a*a*', '*-b', 'a.b.*'],
    names,
  ],
  [
    ['?', 'a?', '[ab]', '[a-c]*', '{a,b}', '{a,{b,x}*}', '(a|b)', '@(a|b)*', '?(a|x)b', 'é.?', 'a\\.b'],
    names,
  ],
  [
    '!(github) !(github).delete_* github.!(get_*) *.!(get_*|delete_*) !(github)* !(internal-*) git*.!(get_*)'.split(
      ' ',
    ),
    tools,
  ],
  [
    [
      '@(a|github).?(get|list)_*',
      '*.@(delete|remove)_*',
      '{github,slack}.!(get_*)',
      'git???.*',
      '*.[d-g]*_?',
    ],
    tools,
  ],
];

describe('nameMatcher', () => {
  it('matches what picomatch matches', () => {
    for (const [globs, candidates] of cases) {
      for (const glob of globs) {
        const expected = picomatch(glob, { bash: true, dot: true, nocase: true, strictBrackets: true });
        const differing = candidates.filter((name) => nameMatcher(glob)(name) !== expected(name));
        assert.deepEqual(differing, [], glob);
      }
    }
  });

  const hostile = [
    `${'*a'.repeat(12)}*b`,
    `{${'*a'.repeat(12)},x}*b`,
    `${'?*'.repeat(40)}b`,
    `*!(${'*a'.repeat(12)}*b)b`,
    `${'[a-b]*'.repeat(40)}c`,
  ];
  for (const glob of hostile) {
    it(`takes time in proportion to a name for ${glob.slice(0, 20)}…`, async () => {
      const matching = (letters: number) => () => assert.equal(nameMatcher(glob)('a'.repeat(letters)), false);
      assert.ok((await growth(matching, 64, 10)) < proportionalTenfold);
    });
  }

  for (const glob of [
    '+(a|b)',
    'x.*(a|b)',
    'x.!({a,b})',
    '!(a)!(b)',
    '*!(a)?',
    'a[',
    '(a',
    '{a,b',
    'a\\',
    '{1..10}',
    '{a,b}'.repeat(7),
    `${'{a,b}'.repeat(6)}${'a'.repeat(100)}`,
    'a'.repeat(501),
  ]) {
    it(`refuses ${glob.slice(0, 20)}`, () => assert.throws(() => nameMatcher(glob)));
  }
});
