// Installs the sandboxes of the comparison from npm into `.vscode-test/`. They are no devDependencies, since
// isolated-vm is a native addon that only people who compare should have to build.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** `@utcp/code-mode` requires isolated-vm 6. */
export const peerVersions = {
  '@utcp/code-mode': '1.2.12',
  '@utcp/sdk': '1.1.2',
  'isolated-vm': '6.2.0',
  'quickjs-emscripten': '0.32.0',
};

const home = join(import.meta.dirname, '../../../.vscode-test/bench-peers');
const installMs = 180_000;

/** Installs peers that are missing in these versions. Returns undefined, or the reason why they cannot be installed. */
export async function provisionPeers(): Promise<string | undefined> {
  const manifest = JSON.stringify({
    private: true,
    dependencies: peerVersions,
    allowScripts: { 'isolated-vm': true },
  });
  const kept = join(home, 'package.json');
  if (existsSync(kept) && readFileSync(kept, 'utf8') === manifest) return undefined;
  // The peers are installed beside their place and moved there when complete.
  const partial = `${home}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await writeFile(join(partial, 'package.json'), manifest);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  };
  // The npm that runs this may use another Node and announces it in this variable to all child processes.
  delete env['npm_config_user_agent'];
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', args, { cwd: partial, timeout: installMs, env });
  } catch (error) {
    return `npm could not install the peers into ${home}: ${error instanceof Error ? error.message : String(error)}`;
  }
  // npm may write the manifest in its own format, so the original text is written again.
  await writeFile(join(partial, 'package.json'), manifest);
  await rm(home, { recursive: true, force: true });
  await rename(partial, home);
  return undefined;
}

/** Returns the module of a peer's package. */
export function requirePeer(name: string): unknown {
  return createRequire(join(home, 'package.json'))(name);
}
