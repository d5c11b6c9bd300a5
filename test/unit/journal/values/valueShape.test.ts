import assert from 'node:assert/strict';
import { growth } from '../../../fakes/growth.ts';
import { mediaData, valueShapeOf } from '../../../../src/journal/values/valueShape.ts';

const png = { type: 'image', mimeType: 'image/png', data: 'AAAA' };

describe('what a value can be shown as', () => {
  it('finds the tables in it, the outermost first', () => {
    const { tables } = valueShapeOf({
      page: 1,
      items: [{ a: 1, parts: [{ b: 1 }] }],
      all: { rows: [{ c: 1 }, { c: 2 }] },
    });
    assert.deepEqual(
      tables.map(({ path, name, rows }) => [path, name, rows]),
      [
        [[1], 'items', 1],
        [[2, 0], 'all.rows', 2],
        [[1, 0, 1], 'items[0].parts', 1],
      ],
    );
  });

  it('finds pictures and sounds, wherever they are', () => {
    const { media, isMedia } = valueShapeOf({
      chart: png,
      more: [{ type: 'audio', mimeType: 'audio/wav', data: 'AA==' }],
    });
    assert.deepEqual(
      [media.map(({ path, mimeType }) => [path, mimeType]), isMedia],
      [
        [
          [[0], 'image/png'],
          [[1, 0], 'audio/wav'],
        ],
        false,
      ],
    );
  });

  it('says that there is nothing but pictures', () => {
    assert.deepEqual(
      [valueShapeOf(png).isMedia, valueShapeOf([png, png]).isMedia, valueShapeOf([]).isMedia],
      [true, true, false],
    );
  });

  it('finds pictures and sounds whose types servers name in their own way', () => {
    for (const mimeType of ['image/jpg', 'IMAGE/PNG', 'audio/mp3'])
      assert.equal(mediaData({ ...png, mimeType })?.mimeType, mimeType);
  });

  it('takes no page and no script for a picture', () => {
    for (const mimeType of ['text/html', 'image/svg+xml;charset=x', 'application/pdf', 'image/../html'])
      assert.equal(mediaData({ ...png, mimeType }), undefined);
  });

  it('finds the picture of a resource', () => {
    const block = { type: 'resource', resource: { uri: 'x:1', mimeType: 'image/gif', blob: 'R0lG' } };
    assert.deepEqual(mediaData(block), { mimeType: 'image/gif', base64: 'R0lG' });
  });

  it('tells Markdown from other text', () => {
    assert.equal(valueShapeOf('# Title\n\ntext').text, 'markdown');
    assert.equal(valueShapeOf('a - b * c').text, 'plain');
    assert.equal(valueShapeOf(1).text, undefined);
  });

  it('looks at no more than its share of a large value', () => {
    const row = Array.from({ length: 200 }, () => 0);
    const deep = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => row));
    assert.deepEqual(valueShapeOf(deep).tables, []);
  });

  it('looks at a large value in little time', async () => {
    const row = Array.from({ length: 200 }, () => 0);
    const looking = (size: number) => {
      const deep = Array.from({ length: size }, () => Array.from({ length: 200 }, () => row));
      return () => valueShapeOf(deep);
    };
    const grown = await growth(looking, 200, 10);
    assert.ok(grown < 5, String(grown));
  });
});
