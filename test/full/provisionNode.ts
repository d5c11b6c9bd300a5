// Other versions of Node, for what must hold on all that are supported: from npm's packages of Node's own binaries,
// kept in `.vscode-test/` for the next run.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npmInstall } from '../editor/bed/npmInstall.ts';

const kept = join(import.meta.dirname, '../../.vscode-test');
const system = process.platform === 'win32' ? 'win' : process.platform;

/** The path of that Node's executable. Rejects when it cannot be had, saying what to install. */
export async function provisionNode(version: string): Promise<string> {
  const name = `node-${system}-${process.arch}`;
  const home = join(kept, `node-${version}`);
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const executable = join(home, 'node_modules', name, 'bin', program);
  if (!existsSync(executable)) await npmInstall(home, { dependencies: { [name]: version } });
  return executable;
}
