// The sandboxes that ours is compared with, from npm, in `.vscode-test/` and not in devDependencies: isolated-vm is a
// native addon, which nobody should have to build who does not compare.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** isolated-vm 6 is what `@utcp/code-mode` asks for. */
export const peerVersions = {
  '@utcp/code-mode': '1.2.12',
  '@utcp/sdk': '1.1.2',
  'isolated-vm': '6.2.0',
  'quickjs-emscripten': '0.32.0',
};

const home = join(import.meta.dirname, '../../../.vscode-test/bench-peers');
const installMs = 180_000;

/** Installs the peers where they are not there in these versions; undefined, or why they cannot be had. */
export async function provisionPeers(): Promise<string | undefined> {
  const manifest = JSON.stringify({ private: true, dependencies: peerVersions, allowScripts: { 'isolated-vm': true } });
  const kept = join(home, 'package.json');
  if (existsSync(kept) && readFileSync(kept, 'utf8') === manifest) return undefined;
  // Installed beside its place and moved there when complete.
  const partial = `${home}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await writeFile(join(partial, 'package.json'), manifest);
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) };
  // The npm that runs this may use another Node, and says so to everything below it.
  delete env['npm_config_user_agent'];
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', args, { cwd: partial, timeout: installMs, env });
  } catch (error) {
    return `npm could not install the peers into ${home}: ${error instanceof Error ? error.message : String(error)}`;
  }
  // npm may write the manifest in its own way.
  await writeFile(join(partial, 'package.json'), manifest);
  await rm(home, { recursive: true, force: true });
  await rename(partial, home);
  return undefined;
}

/** A package of the peers. */
export function requirePeer(name: string): unknown {
  return createRequire(join(home, 'package.json'))(name);
}
