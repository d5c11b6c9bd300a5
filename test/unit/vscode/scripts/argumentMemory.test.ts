import assert from 'node:assert/strict';
import { ArgumentMemory } from '../../../../src/vscode/scripts/argumentMemory.ts';
import type { ScriptParameter } from '../../../../src/vscode/scripts/scriptParameter.ts';

describe('the last arguments of a script', () => {
  it('are remembered for it, without its secrets and those inside of values', async () => {
    const { memory, text } = fakeMemory();
    const remembered = new ArgumentMemory(memory);
    const parameters: readonly ScriptParameter[] = [
      { name: 'month', type: 'number', required: true },
      { name: 'login', type: 'text', required: true, description: 'The password of the shop' },
      { name: 'request', type: 'json', required: true },
    ];
    const request = { url: 'https://shop', headers: [{ Authorization: 'hidden-1', accept: '*' }] };
    await remembered.keep('file:///a.ts', parameters, { month: 5, login: 'hidden-2', request });
    assert.deepEqual(remembered.last('file:///a.ts'), {
      month: 5,
      request: { url: 'https://shop', headers: [{ accept: '*' }] },
    });
    assert.ok(!text().includes('hidden'), text());
    assert.deepEqual(remembered.last('file:///b.ts'), {});
  });

  it('are those of the newest hundred scripts', async () => {
    const { memory } = fakeMemory();
    const remembered = new ArgumentMemory(memory);
    for (let number = 0; number <= 100; number += 1)
      await remembered.keep(`file:///${number}.ts`, [], { number });
    assert.deepEqual(remembered.last('file:///0.ts'), {});
    assert.deepEqual(remembered.last('file:///1.ts'), { number: 1 });
    assert.deepEqual(remembered.last('file:///100.ts'), { number: 100 });
  });

  it('are not remembered where they are very long', async () => {
    const { memory } = fakeMemory();
    const remembered = new ArgumentMemory(memory);
    await remembered.keep('a', [], { text: 'x'.repeat(30_000) });
    assert.deepEqual(remembered.last('a'), {});
  });
});

/** The memory that VS Code keeps for a workspace, as JSON. */
function fakeMemory() {
  const values = new Map<string, string>();
  const get = (key: string): unknown => JSON.parse(values.get(key) ?? 'null') ?? undefined;
  const update = (key: string, value: unknown) => {
    values.set(key, JSON.stringify(value));
    return Promise.resolve();
  };
  return { memory: { get, update } as never, text: () => [...values.values()].join() };
}
