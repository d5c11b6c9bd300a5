// Tests which packages a program reads at its start or at the first use of a feature. Those that only later features
// need would make each start slower.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { roomImports } from '../../scripts/roomImports.ts';

const root = resolve(import.meta.dirname, '../..');

async function builtFrom(entry: string): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: join(root, 'dist'),
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    external: ['vscode', 'prettier', 'js-yaml'],
    plugins: [roomImports],
  });
  return metafile.inputs;
}

/** Returns the packages that are read with the module, without those that it imports later. */
function packagesOf(inputs: Metafile['inputs'], module: string): readonly string[] {
  const read = new Set([module]);
  for (const path of read)
    for (const imported of inputs[path]?.imports ?? [])
      if (imported.kind !== 'dynamic-import' && imported.external !== true) read.add(imported.path);
  const names = [...read].map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names)].filter((name) => name !== undefined);
}

const isOfMcp = (name: string) => name.startsWith('@modelcontextprotocol/');

describe('the extension', () => {
  let inputs: Metafile['inputs'];
  before(async () => (inputs = await builtFrom('src/extension.ts')));

  it('activates without the MCP SDK', () =>
    assert.deepEqual(packagesOf(inputs, 'src/extension.ts').filter(isOfMcp), []));

  it('opens its session without the MCP SDK', () =>
    assert.deepEqual(packagesOf(inputs, 'src/vscode/editorSession.ts').filter(isOfMcp), []));
});

describe('the terminal', () => {
  let inputs: Metafile['inputs'];
  before(async () => (inputs = await builtFrom('src/cli/main.ts')));

  for (const command of ['trust', 'daemon', 'completion'])
    it(`reads no MCP SDK for ${command}`, () => {
      const module = command === 'completion' ? 'completionScript' : `commands/${command}`;
      assert.ok(`src/cli/${module}.ts` in inputs);
      assert.deepEqual(packagesOf(inputs, `src/cli/${module}.ts`).filter(isOfMcp), []);
    });
});

describe('the checker in the host', () => {
  it('reads no parser and no TypeScript, which are for its thread', async () => {
    const module = 'src/checker/threadedChecker.ts';
    assert.deepEqual(packagesOf(await builtFrom(module), module), []);
  });
});
