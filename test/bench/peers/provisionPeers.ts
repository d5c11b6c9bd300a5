// Installs the sandboxes of the comparison from npm into `.vscode-test/`. They are no devDependencies, since
// isolated-vm is a native addon that only people who compare should have to build.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmInstall } from '../../editor/bed/npmInstall.ts';

/** `@utcp/code-mode` requires isolated-vm 6. */
const dependencies = {
  '@utcp/code-mode': '1.2.12',
  '@utcp/sdk': '1.1.2',
  'isolated-vm': '6.2.0',
  'quickjs-emscripten': '0.32.0',
};

const manifest = { dependencies, allowScripts: { 'isolated-vm': true } };
const home = join(import.meta.dirname, '../../../.vscode-test/bench-peers');

/** Installs peers that are missing in these versions. Returns undefined, or the reason why they cannot be installed. */
export async function provisionPeers(): Promise<string | undefined> {
  const kept = join(home, 'package.json');
  const expected = JSON.stringify({ private: true, ...manifest });
  if (existsSync(kept) && readFileSync(kept, 'utf8') === expected) return undefined;
  return npmInstall(home, manifest).then(() => undefined, String);
}

/** Returns the module of a peer's package. */
export function requirePeer(name: string): unknown {
  return createRequire(join(home, 'package.json'))(name);
}
