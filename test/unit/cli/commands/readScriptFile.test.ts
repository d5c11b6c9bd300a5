import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { readScriptFile } from '../../../../src/cli/commands/run.ts';
import { UsageError } from '../../../../src/cli/exitCode.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('the script of a command', () => {
  const folder = freshFolder('code-mode-script-');
  const read = (file: string, input: Iterable<string> = []) =>
    readScriptFile(file, {
      stdin: Readable.from(input),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
    });

  it('is read from standard input', async () => {
    assert.equal(await read('-', ['return ', '"é"']), 'return "é"');
  });

  it('is not read beyond its limit', async () => {
    function* endless() {
      for (;;) yield ' '.repeat(1_000_000);
    }
    await assert.rejects(read('-', endless()), /^UsageError: cannot read the script: it has more than/);
  });

  for (const [what, bytes] of [
    ['UTF-8', Buffer.from('return "é"')],
    ['UTF-8 with a mark', Buffer.from('\ufeffreturn "é"')],
    ['UTF-16, as Windows PowerShell writes it', Buffer.from('\ufeffreturn "é"', 'utf16le')],
  ] as const)
    it(`is read from a file in ${what}`, async () => {
      const file = join(folder.path, 'script.ts');
      await writeFile(file, bytes);
      assert.equal(await read(file), 'return "é"');
    });

  it('is read from no folder', () => assert.rejects(read(folder.path), UsageError));
});
