// Tests records and exported runs that somebody else may have written: impossible parts are left out, and no reader
// throws.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importedRun } from '../../../src/journal/list/exportedRun.ts';
import { guardEvent } from '../../../src/journal/record/runEvent.ts';
import { RecordReader } from '../../../src/journal/record/readRecord.ts';
import { eventsFile, summaryFile } from '../../../src/journal/record/runFolder.ts';
import { RecordBuilder } from '../../../src/journal/record/recordBuilder.ts';
import { beginLine as begin } from '../../fakes/runRecords.ts';
import { runStoreIn } from '../../fakes/runStoreIn.ts';
import { toolFailure } from '../../fakes/startedRun.ts';
import { freshFolder } from '../../fakes/temporaryFolder.ts';
import { limitBounds } from '../../../src/sandbox/host/limitBounds.ts';

const { id } = begin;
const conditions = { startedAt: 1, seed: '0'.repeat(64), timeZone: 'Europe/Berlin', locale: 'de-DE' };
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

describe('a hostile record', () => {
  const folder = freshFolder('code-mode-hostile-');

  /** Returns the record of a file with these lines. */
  async function recordOf(lines: readonly string[]) {
    const file = join(folder.path, 'a.jsonl');
    await writeFile(file, [JSON.stringify(begin), ...lines, ''].join('\n'));
    const reader = new RecordReader(file, () => new RecordBuilder());
    await reader.readOn();
    return reader.builder.record(reader.bytes, 'interrupted');
  }

  it('has no value that is deeper than values are', async () => {
    const line = `{"t":"call","at":1,"call":1,"target":"tool","server":"a","name":"b","input":{"v":${deep}}}`;
    const record = await recordOf([line]);
    assert.doesNotThrow(() => JSON.stringify(record));
  });

  it('has no ticks of more calls than it has', async () => {
    const calls = [1, 2, 3].map((call) =>
      JSON.stringify({ t: 'call', at: 1, call, target: 'tool', server: 'a', name: 'b' }),
    );
    const ticks = [
      '[5,[1,3]]',
      '[6,-1]',
      '[7,[1,9007199254740991]]',
      '[7,[9007199254740991,9007199254740993]]',
      '[8,[1,3]]',
    ].map((tick) => `{"t":"tick","at":2,"tick":${tick}}`);
    const record = await recordOf([...calls, ...ticks]);
    assert.equal(record?.notWhole, true);
    assert.deepEqual(
      record.ticks.map(({ tick }) => tick),
      [
        [5, 1, 2, 3],
        [6, -1],
      ],
    );
  });

  it('has no tick in which calls have no first, or no last', () => {
    const tick = (begunBy: unknown) => guardEvent({ t: 'tick', at: 1, tick: [1, begunBy] });
    const wrongs = [[], [1], [3, 1], [1, 1], [1, 2, 3], [-2, -1], [0, 5], [1, 2.5], ['1', 2], [[1, 2], 3]];
    for (const wrong of wrongs) assert.equal(tick(wrong), undefined, JSON.stringify(wrong));
    assert.ok(tick([1, 2]) && tick(1) && tick(-1));
  });

  it('has no beginning, and no moment, of which a date cannot be made', () => {
    assert.equal(guardEvent({ ...begin, startedAt: 1e300 }), undefined);
    assert.equal(guardEvent({ t: 'sent', at: 1e300, call: 1 }), undefined);
    assert.equal(guardEvent(begin)?.t, 'begin');
  });

  it('has limits within those that settings have, whatever stands there', () => {
    const limitsOf = (limits: object) => {
      const script = guardEvent({ t: 'script', at: 1, names: { v: {} }, limits, typeCheck: 'error' });
      assert.ok(script?.t === 'script');
      return script.limits;
    };
    const { cpuMs, heapMb } = limitsOf({ cpuMs: 1e300, heapMb: -5 });
    assert.deepEqual([cpuMs, heapMb], [limitBounds.cpuMs.maximum, limitBounds.heapMb.minimum]);
    for (const wrong of [NaN, Infinity, -Infinity, 0, -1e300, '1e999', '5', null, {}, [7], true, undefined]) {
      const limits = limitsOf(Object.fromEntries(Object.keys(limitBounds).map((limit) => [limit, wrong])));
      for (const [limit, { minimum, maximum }] of Object.entries(limitBounds)) {
        const value = limits[limit as keyof typeof limitBounds];
        assert.ok(value >= minimum && value <= maximum, `${limit}: ${value}`);
      }
    }
  });

  it('has a time zone and a language that are names of such: a process gets them as variables', () => {
    const isTaken = (change: object) =>
      guardEvent({ t: 'conditions', at: 1, conditions: { ...conditions, ...change } }) !== undefined;
    for (const timeZone of [':/etc/passwd', '/etc/passwd', '../../etc/passwd', 'UTC\0', 'UTC\n'])
      assert.equal(isTaken({ timeZone }), false, timeZone);
    assert.equal(isTaken({ locale: '../de' }), false);
    for (const timeZone of ['UTC', '+05:30', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])
      assert.ok(isTaken({ timeZone }), timeZone);
  });

  it('ends with the failed call that it was refused with, and with nothing that is no failed call', () => {
    const failure = toolFailure();
    const endOf = (toolError: unknown) => {
      const end = guardEvent({
        t: 'end',
        at: 1,
        state: 'failed',
        errors: [{ code: 'tool_failed', message: 'no', toolError }],
      });
      return end?.t === 'end' ? end.errors?.[0]?.toolError : undefined;
    };
    assert.deepEqual(endOf({ ...failure, more: [1] }), failure);
    for (const wrong of [
      null,
      'no',
      [failure],
      { ...failure, server: 1 },
      { ...failure, code: 'No code' },
      { ...failure, message: undefined },
      { ...failure, content: [{ type: 'text', text: 'no' }] },
      { ...failure, more: JSON.parse(deep) as unknown },
    ])
      assert.equal(endOf(wrong), undefined);
  });

  it('has no fields that no line has, which nothing has looked at', () => {
    const output = { v: { any: [1] }, file: '../../etc/passwd', more: 1 };
    assert.deepEqual(guardEvent({ t: 'answer', at: 1, call: 1, output, kind: 'display' }), {
      t: 'answer',
      at: 1,
      call: 1,
      output: { v: { any: [1] } },
    });
    assert.deepEqual(guardEvent({ t: 'display', at: 1, block: { bytes: 1, file: '../../etc/passwd' } }), {
      t: 'display',
      at: 1,
      block: { bytes: 1 },
    });
  });

  it('is refused as an export whose values are deep', async () => {
    const document = (value: string, name: string) =>
      Buffer.from(
        `{"format":"code-mode-run","version":1,"events":[${JSON.stringify(begin)}],"values":{"${name}":${value}}}`,
      );
    assert.ok('problem' in (await importedRun(document(deep, `${id}/1`))));
    const other = await importedRun(document('[1]', `${id}/1`));
    assert.ok(!('problem' in other));
    assert.deepEqual(await other.value({ file: `${id}/1`, bytes: 3 }), { ok: true, value: [1] });
    assert.deepEqual(await other.value({ file: `${id}/2`, bytes: 3 }), { ok: false, reason: 'missing' });
  });

  it('is listed as its events tell it where its summary is long, or cannot be', async () => {
    const other = 'aaaaa-00002000';
    const { door, title, startedAt } = begin;
    const summary = {
      id,
      door,
      title,
      dryRun: false,
      startedAt,
      state: 'done',
      calls: 7,
      failedCalls: 0,
      writes: 0,
      bytes: 1,
    };
    for (const run of [id, other]) {
      await mkdir(join(folder.path, run));
      await writeFile(eventsFile(folder.path, run), `${JSON.stringify({ ...begin, id: run })}\n`);
    }
    const listed = async (text: string) => {
      await writeFile(summaryFile(folder.path, id), text);
      const found = (await runStoreIn(folder.path).list()).find((run) => run.id === id);
      return found && [found.state, found.calls];
    };
    assert.deepEqual(await listed(JSON.stringify(summary)), ['done', 7]);
    for (const wrong of [
      { ...summary, startedAt: 1e300 },
      { ...summary, id: other },
      { ...summary, calls: -1 },
      { ...summary, state: 'running' },
      { ...summary, more: 'x'.repeat(100_000) },
      { ...summary, title: { deep } },
    ])
      assert.deepEqual(await listed(JSON.stringify(wrong)), ['running', 0]);
  });
});
