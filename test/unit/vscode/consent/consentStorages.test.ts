import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Consents } from '../../../../src/vscode/consent/consents.ts';
import { consentStorages, hasConsents, type Memory } from '../../../../src/vscode/consent/consentStorages.ts';
import { covers } from '../../../fakes/keptConsents.ts';
import { namedTool } from '../../../fakes/namedTool.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { openedForEach } from '../../../fakes/opened.ts';

const write = namedTool('files.write', {}, { origin: '/workspace/.vscode/mcp.json' });

class KeptMemory implements Memory {
  readonly #values = new Map<string, unknown>();

  get(key: string): unknown {
    return this.#values.get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }
}

describe('what was always allowed', () => {
  /** State of the client, the same for all machines on which its windows work. */
  let globalState: KeptMemory;
  const newFolder = () => folders.use(new TemporaryFolder('consents-')).path;
  const onMachine = (globalStorage: string) =>
    new Consents(consentStorages({ workspaceState: new KeptMemory(), globalState, globalStorage }));

  const folders = openedForEach(() => {
    globalState = new KeptMemory();
    return new DisposableStack();
  });

  it('is allowed in every window on the same machine', async () => {
    const machine = newFolder();
    await onMachine(machine).grant([write], 'always', {});
    assert.ok(covers(onMachine(machine), write, {}));
  });

  it('is not allowed in another container with the same path', async () => {
    const [here, there] = [newFolder(), newFolder()];
    await onMachine(here).grant([write], 'always', {});
    assert.ok(!covers(onMachine(there), write, {}));
    await onMachine(there).grant([write], 'always', {});
    assert.ok(covers(onMachine(here), write, {}));
  });

  it('is allowed until the window is closed where no file can be kept', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    const window = onMachine(file);
    await window.grant([write], 'always', {});
    assert.deepEqual([covers(window, write, {}), covers(onMachine(file), write, {})], [true, false]);
  });
});

describe('what was allowed in a workspace', () => {
  it('is known to be kept while there is any', async () => {
    using folder = new TemporaryFolder('consents-');
    const workspaceState = new KeptMemory();
    const consents = new Consents(
      consentStorages({ workspaceState, globalState: new KeptMemory(), globalStorage: folder.path }),
    );
    const kept = [hasConsents(workspaceState)];
    await consents.grant([write], 'file', { file: 'file:///w/.code-mode/a.ts' });
    kept.push(hasConsents(workspaceState));
    await consents.forgetFiles(['file:///w/.code-mode/a.ts']);
    assert.deepEqual([...kept, hasConsents(workspaceState)], [false, true, false]);
  });
});
