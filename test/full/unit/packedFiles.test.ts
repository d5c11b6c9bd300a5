// Tests the files in the extension's package. The editor tests run that package, but do not use all of its files.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  readonly contributes: Readonly<
    Record<'chatAgents' | 'chatInstructions' | 'chatSkills', readonly { readonly path: string }[]>
  >;
};

describe('the package of the extension', () => {
  it('holds every bundle but those of the terminal, and what is written for models', async () => {
    const packed = new Set(await listFiles({ packageManager: PackageManager.None }));
    const built = globSync('dist/**/*.{js,cjs,wasm,so}').map((file) => file.replaceAll(sep, '/'));
    assert.deepEqual(
      built.filter((file) => !packed.has(file) && !file.startsWith('dist/cli/')),
      [],
    );
    assert.ok(built.length > 10);
    const { chatAgents, chatInstructions, chatSkills } = manifest.contributes;
    for (const { path } of [...chatAgents, ...chatInstructions, ...chatSkills])
      assert.ok(packed.has(path.replace('./', '')), path);
  });
});
