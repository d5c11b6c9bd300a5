import assert from 'node:assert/strict';
import { FeatureList, guardAnswer } from '../../../../src/mcp/protocol/guardFeatures.ts';

describe('an answer about resources or prompts', () => {
  const list = async (field: ConstructorParameters<typeof FeatureList>[0], ...items: readonly unknown[]) => {
    const read = new FeatureList(field, (element) => element);
    await read.take(items);
    return { kept: read.elements, lines: read.warnings };
  };

  it('keeps titles, icons, sizes and annotations of a resource', async () => {
    const resource = {
      uri: 'a:b',
      name: 'b',
      title: 'B',
      size: 3,
      icons: [{ src: 'data:,' }],
      annotations: { priority: 1 },
    };
    assert.deepEqual(await list('resources', resource), { kept: [resource], lines: [] });
  });

  it('leaves out fields that are unknown or of the wrong kind', async () => {
    assert.deepEqual(
      (await list('resources', { uri: 'a:b', name: 'b', title: 7, size: '3', extra: 1 })).kept,
      [{ uri: 'a:b', name: 'b' }],
    );
  });

  for (const item of [null, 'x', [], {}, { uri: 'a:b' }, { name: 'b', uri: 7 }]) {
    it(`leaves out ${JSON.stringify(item)} and says so`, async () => {
      const { kept, lines } = await list('resources', item, { uri: 'a:b', name: 'b' });
      assert.equal(kept.length, 1);
      assert.deepEqual(lines, ['element 1 of "resources" omitted: it lacks uri or name']);
    });
  }

  it('keeps the usable arguments of a prompt', async () => {
    const { kept } = await list('prompts', {
      name: 'p',
      arguments: [{ name: 'a', required: true, default: 1 }, { title: 'lost' }],
    });
    assert.deepEqual(kept, [{ name: 'p', arguments: [{ name: 'a', required: true }] }]);
  });

  it('gives a message of a prompt that says nothing a text all the same', () => {
    const answer = guardAnswer(
      { method: 'prompts/get', name: 'p', arguments: {} },
      { messages: [{ role: 'user' }] },
    );
    assert.deepEqual(answer, { messages: [{ role: 'user', content: { type: 'text', text: 'null' } }] });
  });

  it('keeps the messages of a prompt that somebody says', () => {
    const content = { type: 'text', text: 'hello' };
    const messages = [{ role: 'user', content }, { role: 'system', content }, 'hello'];
    assert.deepEqual(
      guardAnswer({ method: 'prompts/get', name: 'p', arguments: {} }, { description: 7, messages }),
      {
        messages: [{ role: 'user', content }],
      },
    );
  });

  it('keeps the values of a completion that are texts, and at most a hundred', () => {
    const request = {
      method: 'completion/complete',
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: '' },
    } as const;
    const values = [7, ...Array.from({ length: 120 }, (_, index) => `v${index}`)];
    const answer = guardAnswer(request, { completion: { values, total: 121, hasMore: 'yes' } });
    assert.deepEqual(answer, { values: values.slice(1, 101), total: 121 });
    assert.equal(guardAnswer(request, { values }), undefined);
  });

  it('is none without its list', () => {
    assert.equal(guardAnswer({ method: 'resources/read', uri: 'a:b' }, { contents: {} }), undefined);
    assert.equal(guardAnswer({ method: 'prompts/get', name: 'p', arguments: {} }, {}), undefined);
  });
});
