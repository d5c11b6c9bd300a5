// Tests the host's side of the sandbox, over threads with behaviour that real threads do not show on demand.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { SupervisedSandbox } from '../../../../src/sandbox/host/sandbox.ts';
import { defaultLimits } from '../../../../src/sandbox/host/sandboxPort.ts';
import { compiledSources } from '../../../fakes/compiledSources.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

const script = (body: string) => ({ body, args: {}, results: {}, names: {} });

/** Returns a folder with a sandbox thread that runs this code with the port of a run. */
function withThread(onRun: string): TemporaryFolder {
  const folder = new TemporaryFolder('code-mode-thread-');
  const text = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ type, port }) => { if (type === 'run') { ${onRun} } else parentPort.close(); });`;
  writeFileSync(join(folder.path, 'thread.mjs'), text);
  return folder;
}

/** Returns the log lines of a run that asks for a language. */
async function logOf(engine: 'auto' | 'wasm', ranIn: 'process' | 'wasm'): Promise<readonly string[]> {
  using folder = withThread(
    `port.postMessage([{ type: 'end', end: { ok: true }, ticks: [], engine: '${ranIn}' }]);`,
  );
  const lines: string[] = [];
  const sandbox = new SupervisedSandbox({
    threadFile: join(folder.path, 'thread.mjs'),
    guestFile: '',
    engine,
    log: () => undefined,
  });
  const handlers = {
    call: () => Promise.reject(new Error('No call.')),
    log: ({ text }: { readonly text: string }) => lines.push(text),
    display: () => undefined,
    progress: () => undefined,
  };
  await sandbox.run(
    script('return new Intl.NumberFormat()'),
    handlers,
    defaultLimits,
    new AbortController().signal,
  );
  await sandbox.dispose();
  return lines;
}

describe('the host of a sandbox', () => {
  it('says that languages are missing by what the run says it ran in, whether or not a status came before', async () => {
    const [line = '', ...more] = await logOf('auto', 'wasm');
    assert.match(line, /Intl/);
    assert.deepEqual(more, []);
  });

  it('does not say so of a run in a process, nor where WebAssembly was chosen', async () => {
    assert.deepEqual([await logOf('auto', 'process'), await logOf('wasm', 'wasm')], [[], []]);
  });

  it('is not ended by the death of its thread: the run ends with what happened', async () => {
    // The port closes some time before the thread ends.
    using folder = withThread(
      'port.close(); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200); process.exit(3);',
    );
    const host = `
      import { SupervisedSandbox } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../../src/sandbox/host/sandbox.ts')).href)};
      import { defaultLimits } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../../src/sandbox/host/sandboxPort.ts')).href)};
      const threadFile = ${JSON.stringify(join(folder.path, 'thread.mjs'))};
      const sandbox = new SupervisedSandbox({ threadFile, guestFile: '', log: () => undefined });
      const outcome = await sandbox.run(${JSON.stringify(script('return 1'))}, {}, defaultLimits, new AbortController().signal);
      console.log(outcome.failure.code);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', host], {
      env: compiledSources,
    });
    assert.equal(stdout, 'sandbox_unavailable\n');
  });
});
