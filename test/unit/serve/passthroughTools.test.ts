import assert from 'node:assert/strict';
import { FakeToolSource } from '../../fakes/fakeToolSource.ts';
import { PassthroughBed } from '../../fakes/passthroughBed.ts';

describe('a tool that is passed through', () => {
  it('is no read-only one when it says that it can destroy, too', async () => {
    const annotations = { readOnlyHint: true, destructiveHint: true };
    const tool = { name: 'wipe', description: '', inputSchema: { type: 'object' }, annotations };
    await using bed = await PassthroughBed.open(new FakeToolSource({ name: 'files', tools: [tool] }));
    const { tools } = await bed.client.listTools();
    assert.deepEqual(
      tools.map(({ annotations: shown }) => shown),
      [{ readOnlyHint: false, destructiveHint: true }],
    );
  });
});
