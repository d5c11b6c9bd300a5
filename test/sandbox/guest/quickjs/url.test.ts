// Tests that Code Mode's `URLSearchParams` gives the same results as the runtime's.
import assert from 'node:assert/strict';
import { URLSearchParams as Ours } from '../../../../src/sandbox/guest/quickjs/url.ts';

interface Params
  extends
    Pick<
      URLSearchParams,
      'append' | 'delete' | 'get' | 'getAll' | 'has' | 'set' | 'sort' | 'toString' | 'size'
    >,
    Iterable<[string, string]> {
  forEach(callback: (value: string, name: string) => void): void;
}

describe('URLSearchParams of the wasm engine', () => {
  const inits: readonly unknown[] = [
    ...[
      undefined,
      '',
      '?',
      'a=1&b=2',
      '?a=1&a=2&b',
      '=x&y=&&z',
      'a=b=c',
      'sp=a+b%20c',
      'bad=%zz&ok=%C3%A9',
      'ü=é&💩=1',
    ],
    ...[
      { a: 1, b: 'x y', c: null },
      [
        ['a', '1'],
        ['a', '2'],
      ],
      new Map([['k', 'v']]),
      new URLSearchParams('q=1'),
    ],
  ];
  for (const init of inits) {
    it(`reads and writes ${String(init)} (${typeof init})`, () => {
      const ours: Params = new Ours(init);
      const theirs = new URLSearchParams(init as string);
      assert.deepEqual(
        [[...ours], ours.toString(), ours.size],
        [[...theirs], theirs.toString(), theirs.size],
      );
    });
  }

  const changes: readonly (readonly [what: string, change: (params: Params) => unknown])[] = [
    ['append', (params) => params.append('a', "!'()~*-._ \ud800")],
    ['set what is there twice', (params) => params.set('a', 'new')],
    ['set what is not there', (params) => params.set('z', 'new')],
    ['delete', (params) => params.delete('a')],
    ['delete one value', (params) => params.delete('a', '3')],
    ['sort', (params) => params.sort()],
    [
      'ask',
      (params) => [
        params.get('a'),
        params.get('z'),
        params.getAll('a'),
        params.has('a', '3'),
        params.has('a', '4'),
      ],
    ],
    [
      'visit',
      (params) => {
        const seen: string[] = [];
        params.forEach((value, name) => seen.push(name + value));
        return seen;
      },
    ],
  ];
  for (const [what, change] of changes) {
    it(`does the same on ${what}`, () => {
      const ours: Params = new Ours('b=2&a=1&a=3');
      const theirs = new URLSearchParams('b=2&a=1&a=3');
      assert.deepEqual([change(ours), ours.toString()], [change(theirs), theirs.toString()]);
    });
  }

  it('refuses a pair of three', () => {
    assert.throws(() => new Ours([['a', 'b', 'c']]), TypeError);
  });
});
