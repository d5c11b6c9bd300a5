// Other versions of Node, for what must hold on all that are supported: from npm's packages of Node's own binaries,
// kept in `.vscode-test/` for the next run.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const kept = join(import.meta.dirname, '../../.vscode-test');
const system = process.platform === 'win32' ? 'win' : process.platform;
const installMs = 120_000;

/** The path of that Node's executable. Rejects when it cannot be had, saying what to install. */
export async function provisionNode(version: string): Promise<string> {
  const name = `node-${system}-${process.arch}`;
  const home = join(kept, `node-${version}`);
  const executable = join(
    home,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(executable)) return executable;
  // Installed beside its place and moved there when complete.
  const partial = `${home}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await writeFile(
    join(partial, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [name]: version } }),
  );
  try {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: partial,
      timeout: installMs,
    });
  } catch (cause) {
    throw new Error(
      `Node ${version} is needed for this test and npm could not install ${name}@${version} into ${home}.`,
      { cause },
    );
  }
  await rm(home, { recursive: true, force: true });
  await rename(partial, home);
  return executable;
}
