import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The packages that a bundle of the file holds; an import of `vscode` fails the build. */
async function packagesOf(file: string): Promise<string[]> {
  const entry = fileURLToPath(new URL(`../../../src/checker/${file}`, import.meta.url));
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
  });
  const names = Object.keys(metafile.inputs).map(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1],
  );
  return [...new Set(names)].filter((name) => name !== undefined).sort();
}

describe("the checker's bundle for the host", () => {
  it('holds no parser and no TypeScript', async () =>
    assert.deepEqual(await packagesOf('threadedChecker.ts'), []));
});
