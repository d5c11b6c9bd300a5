import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
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

  it('keep all digits of their integers', async () => {
    const { memory } = fakeMemory();
    const remembered = new ArgumentMemory(memory);
    const args = { id: 9_007_199_254_740_993n, ids: [{ id: -9_007_199_254_740_993n }] };
    await remembered.keep('a', [], args);
    assert.deepEqual(remembered.last('a'), args);
  });

  it('are read as version 0.1.0 kept them', async () => {
    const { memory } = fakeMemory();
    await memory.update('codeMode.scriptArguments', { a: { month: 5 } });
    assert.deepEqual(new ArgumentMemory(memory).last('a'), { month: 5 });
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
  return {
    memory: { get, update } as Pick<Memento, 'get' | 'update'>,
    text: () => [...values.values()].join(),
  };
}
