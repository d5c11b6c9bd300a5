import assert from 'node:assert/strict';
import { answerQuery } from '../../../../src/journal/values/answerQuery.ts';
import { ValuePieces } from '../../../../src/journal/values/valuePieces.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';

const value = {
  name: 'Ada',
  tags: ['x', 'y'],
  'odd key': { __proto__: null, deep: [1, { found: 'Needle' }] },
  none: null,
};
const pieces = new ValuePieces(value);

describe('a value in pieces', () => {
  it('shows its members with their kinds', () => {
    const page = pieces.members([], 0, 10);
    assert.equal(page?.total, 4);
    assert.deepEqual(
      page.nodes.map(({ key, kind, shown, opens }) => [key, kind, shown, opens]),
      [
        ['name', 'string', '"Ada"', false],
        ['tags', 'array', '["x", "y"]', true],
        ['odd key', 'object', '{ deep: […] }', true],
        ['none', 'null', 'null', false],
      ],
    );
  });

  it('gives a page of them', () => {
    const page = new ValuePieces(Array.from({ length: 1_000 }, (_, index) => index)).members([], 400, 200);
    assert.deepEqual(
      [page?.total, page?.nodes.length, page?.nodes[0]?.shown, page?.nodes[0]?.key],
      [1_000, 200, '400', 400],
    );
  });

  it('gives nothing of what is not there', () => {
    assert.equal(pieces.members([0, 0], 0, 10), undefined);
    assert.equal(pieces.members([99], 0, 10), undefined);
  });

  it('says what a value without members is', () => {
    assert.deepEqual(new ValuePieces(42).members([], 0, 10), {
      self: { kind: 'number', shown: '42', size: 0, opens: false },
      total: 0,
      nodes: [],
    });
  });

  it('gives a long string in its lines, and these in pieces', () => {
    const page = new ValuePieces(`first\n${'x'.repeat(200)}\nlast`).members([], 0, 10);
    assert.deepEqual(
      page?.nodes.map(({ shown }) => shown.length),
      [5, 160, 40, 4],
    );
  });

  it('splits no character', () => {
    const page = new ValuePieces('😀'.repeat(200)).members([], 0, 10);
    assert.ok(page?.nodes.every(({ shown }) => shown.isWellFormed() && !shown.includes('\\u')));
  });

  it('escapes what hides in keys and values', () => {
    const [node] = new ValuePieces({ 'a\u202eb': 'c\u202ed' }).members([], 0, 1)?.nodes ?? [];
    assert.deepEqual([node?.key, node?.shown], ['a\\u{202e}b', '"c\\u{202e}d"']);
  });

  it('finds members by key and value, in any case', () => {
    assert.deepEqual(pieces.search('needle'), { paths: [[2, 0, 1, 0]], more: false });
    assert.deepEqual(pieces.search('TAGS').paths, [[1]]);
    assert.deepEqual(pieces.search('').paths, []);
  });

  it('writes a path as JavaScript does', () => {
    assert.equal(pieces.pathText('result', [2, 0, 1, 0]), 'result["odd key"].deep[1].found');
  });

  it('gives a string as it is, and all else as JSON', () => {
    assert.deepEqual(answerQuery(pieces, { kind: 'text', path: [0] }), { kind: 'text', text: 'Ada' });
    assert.deepEqual(answerQuery(new ValuePieces('Ada'), { kind: 'json' }), { kind: 'text', text: '"Ada"' });
    assert.deepEqual(answerQuery(pieces, { kind: 'text', path: [9] }), { kind: 'none', why: 'missing' });
  });

  it('takes time in proportion to its size', async () => {
    const asking = (size: number) => {
      const text = 'a'.repeat(30 * size);
      const wide = Array.from({ length: size }, (_, index) => ({ id: index }));
      return () => {
        new ValuePieces(text).members([], size, 200);
        new ValuePieces(wide).search('nothing');
      };
    };
    assert.ok((await growth(asking, 3_000, 10)) < proportionalTenfold);
  });
});
