// Tests the self check that Diagnose runs in place of the guest: it reports the confinement as intact where it is in
// force, and as open where it is not.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { encodeFrame, FrameReader } from '../../src/sandbox/protocol/frames.ts';
import { guestFile, makeSandbox, returned } from './sandboxBed.ts';

const node = process.execPath;
const selfCheck = join(dirname(guestFile), 'selfCheck.cjs');

describe('the self-check', () => {
  it('gets out by no door of a process of the sandbox', async () => {
    const sandbox = makeSandbox({ guestFile: selfCheck, engine: 'process', spares: 0 });
    const report = await returned(sandbox, '').finally(() => sandbox.dispose());
    assert.deepEqual(report, { file: 'held', process: 'held', network: 'held', environment: 'held' });
  });

  // The process in the state in which the boot stub leaves it, except for the modules.
  const names = ['execPath', 'argv0', 'argv', 'ppid', 'pid', 'kill', 'binding'];
  const emptied = `const text = fs.readFileSync(${JSON.stringify(selfCheck)}, 'utf8');
    for (const name of ${JSON.stringify(names)}) Reflect.deleteProperty(process, name);
    vm.runInThisContext(text);`;
  const runtimes: readonly (readonly [where: string, args: readonly string[]])[] = [
    ['nothing holds it', [selfCheck]],
    ['only modules are left to it', ['--eval', emptied]],
  ];
  for (const [where, args] of runtimes)
    it(`says by which way it got out where ${where}`, async () => {
      const child = spawn(node, [...args], { stdio: ['pipe', 'ignore', 'ignore', 'pipe'], env: { A: '1' } });
      child.stdin?.write(encodeFrame(['[["run"]]']));
      const [head, said = ''] = (await secondFrame(child.stdio[3] as Readable)).split('\n'); // a pipe, as spawned
      child.kill();
      await once(child, 'exit');
      const ways = ['node:fs', 'node:child_process', 'node:net'].map(
        (module) => `open by ${module} by getBuiltinModule`,
      );
      const [file, process, network] = ways;
      assert.deepEqual(
        [head, JSON.parse(said)],
        ['[["done",true]]', { file, process, network, environment: 'open by its variables' }],
      );
    });
});

/** Returns the frame after `ready`. */
async function secondFrame(output: Readable): Promise<string> {
  const reader = new FrameReader(1_000_000);
  const frames: string[] = [];
  for await (const chunk of output) {
    frames.push(...(reader.push(chunk as Buffer) ?? []).map(String));
    if (frames[1] !== undefined) return frames[1];
  }
  throw new Error('It ended before it reported.');
}
