// Bundles the driver extension and the host tests in the form that the extension host loads: CommonJS files in the
// folder of the test bed in the repository, which require `vscode` and mocha there.
import { rmSync } from 'node:fs';
import { copyFile, glob, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

export interface DriverBundle {
  /** The development extension's folder. */
  readonly driver: string;
  /** The module whose `run()` runs host tests: those that the environment variable CODE_MODE_HOST_TESTS names. */
  readonly tests: string;
  /** The module whose `run()` measures the figures of the benchmarks. */
  readonly measurements: string;
  /** The module whose `run()` measures the figures of traces. */
  readonly traceMeasurements: string;
}

/** The folders of host tests, by the name of their bundled files' folder. */
const hostFolders = { host: ['editor', 'host'], full: ['full', 'editor', 'host'] } as const;

/**
 * The folder belongs to this process alone and is removed with it, since parts of the editor tests run side by side.
 */
export async function bundleDriver(root: string): Promise<DriverBundle> {
  const source = join(root, 'test', 'editor');
  const out = join(root, '.vscode-test', `tests-${process.pid}`);
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  const entryPoints: Record<string, string> = {
    'driver/extension': join(source, 'driver', 'extension.ts'),
    'driver/runTests': join(source, 'driver', 'runTests.ts'),
    'driver/measure': join(source, 'driver', 'measure.ts'),
    'driver/measureTraces': join(source, 'driver', 'measureTraces.ts'),
  };
  for (const [name, folder] of Object.entries(hostFolders)) {
    for await (const file of glob(join(root, 'test', ...folder, '*.test.ts')))
      entryPoints[`${name}/${basename(file, '.ts')}`] = file;
  }
  await build({
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    outExtension: { '.js': '.cjs' },
    logLevel: 'warning',
    entryPoints,
    outdir: out,
  });
  await mkdir(join(out, 'driver'), { recursive: true });
  await copyFile(join(source, 'driver', 'package.json'), join(out, 'driver', 'package.json'));
  const built = (name: string) => join(out, 'driver', `${name}.cjs`);
  return {
    driver: join(out, 'driver'),
    tests: built('runTests'),
    measurements: built('measure'),
    traceMeasurements: built('measureTraces'),
  };
}
