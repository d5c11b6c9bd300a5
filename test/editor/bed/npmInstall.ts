// Installs packages of npm that are no devDependencies, for tests and benchmarks that need them: into a folder of
// `.vscode-test/`, which is kept.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './systemPackages.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

/**
 * Installs the packages beside their place and moves them there when they are complete, so that an interrupted
 * installation is never used. Rejects if npm fails, which says above why.
 */
export async function npmInstall(
  home: string,
  manifest: Manifest,
  ...options: readonly string[]
): Promise<void> {
  const partial = `${home}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const text = JSON.stringify({ private: true, ...manifest });
  await writeFile(join(partial, 'package.json'), text);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const code = await runProgram('npm', ['install', ...quiet, ...options], partial);
  if (code !== 0) {
    const names = Object.entries(manifest.dependencies).map((named) => named.join('@'));
    throw new Error(`npm could not install ${names.join(', ')} into ${home} (exit code ${code}).`);
  }
  // npm may write the manifest in its own format, so the original text is written again.
  await writeFile(join(partial, 'package.json'), text);
  await rm(home, { recursive: true, force: true });
  await rename(partial, home);
}
