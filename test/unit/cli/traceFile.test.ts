import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTraceFile } from '../../../src/cli/traceFile.ts';
import { Redactor } from '../../../src/journal/index.ts';
import { freshFolder } from '../../fakes/temporaryFolder.ts';

describe('a trace file', () => {
  const folder = freshFolder('code-mode-trace-');

  it('hides a key that becomes known later, also where only a part of a line was written', async () => {
    const key = 'Planted-Value-0123456789';
    const known: string[] = [];
    const file = join(folder.path, 'trace.jsonl');
    const trace = openTraceFile(file, new Redactor(() => known), (line) => assert.fail(line));
    await appendFile(file, `{"input":"${key}"}\n{"input":"${key}\n{"input":1}\n`);
    known.push(key);
    trace.end();
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    assert.equal(lines.length, 2);
    assert.ok(!lines.join().includes(key), lines.join());
  });
});
