import assert from 'node:assert/strict';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { recordStart, RecordFile } from '../../../../src/journal/record/recordFile.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('the file of a record', () => {
  const temporary = freshFolder('code-mode-record-');
  let folder: string;
  let file: string;
  let failures: unknown[];
  beforeEach(() => {
    folder = temporary.path;
    file = join(folder, 'runs', 'k3f9a-2b71c000', 'events.jsonl');
    failures = [];
  });

  it('has its lines in the order in which they were added, also those that take time', async () => {
    const record = newFile();
    record.add(() => '1');
    record.add(() => setTimeout(20).then(() => '2'));
    record.add(() => '3');
    await record.flushed();
    record.add(() => '4');
    assert.equal(await record.close(), true);
    assert.equal(await readFile(file, 'utf8'), '1\n2\n3\n4\n');
  });

  it('has on disk what was added when it says so', async () => {
    const record = newFile();
    for (let line = 0; line < 100; line += 1) record.add(() => String(line));
    await record.flushed();
    assert.equal((await readFile(file, 'utf8')).split('\n').length, 101);
    await record.close();
  });

  it('stops where the folder cannot be made, and keeps nobody waiting', async () => {
    await writeFile(join(folder, 'runs'), 'a file');
    const record = newFile();
    record.add(() => '1');
    await record.flushed();
    record.add(() => '2');
    assert.equal(await record.close(), false);
    assert.equal(failures.length, 1);
  });

  it('leaves nothing behind where its first line cannot be written', async () => {
    const record = newFile();
    record.add(() => Promise.reject(new Error('no room')));
    assert.equal(await record.flushed(), undefined);
    assert.equal(await record.close(), false);
    assert.deepEqual(await readdir(join(folder, 'runs')), []);
  });

  it('is marked as not whole where a line is lost, before anything goes on', async () => {
    const record = newFile();
    record.add(() => `${recordStart},"id":"x"}`);
    await record.flushed();
    record.add(() => Promise.reject(new Error('no room')));
    assert.equal(await record.flushed(), undefined);
    assert.equal(await readFile(file, 'utf8'), '{"t":"begin","whole":0,"id":"x"}\n');
  });

  it('ends where a line cannot be made', async () => {
    const record = newFile();
    record.add(() => {
      throw new Error('no line');
    });
    await record.flushed();
    assert.deepEqual([record.isOver, failures.map(String)], [true, ['Error: no line']]);
  });

  it('lets nothing go on that it neither has nor says that it lacks', async () => {
    const record = newFile();
    record.add(() => `${recordStart}}`);
    await record.flushed();
    await record.close();
    record.add(() => 'sent');
    assert.match((await record.flushed()) ?? '', /nothing is recorded any more/);
  });

  it('does not write on in the record of another process', async () => {
    const [first, second] = [newFile(), newFile()];
    first.add(() => 'first');
    await first.flushed();
    second.add(() => 'second');
    assert.equal(await second.close(), false);
    await first.close();
    assert.equal(await readFile(file, 'utf8'), 'first\n');
  });

  // Windows has no folders that are read-only.
  if (process.platform !== 'win32')
    it('stops in a folder that is read-only', async () => {
      await chmod(folder, 0o500);
      const isRoot = process.getuid?.() === 0;
      // root may write anywhere; 65534 is "nobody".
      if (isRoot) process.seteuid?.(65_534);
      try {
        const record = newFile();
        record.add(() => '1');
        assert.equal(await record.close(), false);
      } finally {
        if (isRoot) process.seteuid?.(0);
        await chmod(folder, 0o700);
      }
      await assert.rejects(readFile(file), { code: 'ENOENT' });
    });

  function newFile(): RecordFile {
    return new RecordFile({
      file,
      redact: (lines) => lines,
      mayBeRemoved: true,
      onWritten: () => undefined,
      onFailed: (error) => failures.push(error),
    });
  }
});
