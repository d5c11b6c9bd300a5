import assert from 'node:assert/strict';
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { importedRun } from '../../../src/journal/list/exportedRun.ts';
import { eventsFile, summaryFile } from '../../../src/journal/record/runFolder.ts';
import type { RunStore } from '../../../src/journal/runStore.ts';
import { CountedTurns } from '../../fakes/countedTurns.ts';
import { done, freshRuns, runStoreIn } from '../../fakes/runStoreIn.ts';
import { toolCall, toolFailure } from '../../fakes/startedRun.ts';
import { writeRun } from '../../fakes/writtenRun.ts';

describe('the store of runs', () => {
  const runs = freshRuns();
  const { begin, run } = runs;
  let folder: string;
  let store: RunStore;
  beforeEach(() => ({ folder, store } = runs));

  it('lists runs, the newest first, also those of another process', async () => {
    const [first, second] = [run('return 1'), run('// Second\nreturn 2')];
    await store.list();
    const listed = await runStoreIn(folder).list();
    assert.deepEqual(
      listed.map(({ id, title, state }) => [id, title, state]),
      [
        [second, 'Second', 'done'],
        [first, 'return 1', 'done'],
      ],
    );
  });

  it('says that a run is on, and that one was interrupted whose process is gone', async () => {
    const { id } = begin();
    assert.equal((await store.read(id))?.state, 'running');
    const file = eventsFile(folder, id);
    await writeFile(file, (await readFile(file, 'utf8')).replace(`"pid":${process.pid}`, '"pid":1073741824'));
    assert.equal((await runStoreIn(folder).read(id))?.state, 'interrupted');
  });

  it('reads of a run that is on what was written since it was listed last, and no more', async () => {
    const { id, recorder } = begin();
    const call = (sequence: number) => recorder.called(toolCall(sequence, 's.t'));
    call(1);
    const [before] = await store.list();
    const file = eventsFile(folder, id);
    const text = await readFile(file, 'utf8');
    const head = text.indexOf('\n') + 1;
    await writeFile(file, text.slice(0, head) + text.slice(head).replaceAll(/[^\n]/g, '-'));
    call(2);
    const [after] = await store.list();
    assert.deepEqual([before?.calls, after?.calls, after?.state], [1, 2, 'running']);
    assert.ok((after?.bytes ?? 0) > text.length);
    recorder.ended(done);
  });

  it('deletes a run with all that is in its folder', async () => {
    const [gone, stays] = [run('return 1', { args: { long: 'x'.repeat(100_000) } }), run('return 2')];
    await store.list();
    await writeFile(join(folder, gone, 'claim-1'), '');
    await store.delete([gone]);
    assert.deepEqual(listedIds(await store.list()), [stays]);
    assert.deepEqual(await readdir(folder), [stays]);
  });

  it('stores a long value in a file of its own, beside the events', async () => {
    const long = 'x'.repeat(100_000);
    const id = run('return 1', { args: { long } });
    const args = (await store.read(id))?.args;
    assert.ok(args && 'file' in args);
    assert.deepEqual(await store.value(args), { ok: true, value: { long } });
    assert.deepEqual((await readdir(join(folder, id))).toSorted(), [
      'events.jsonl',
      'summary.json',
      'value-1.json.gz',
    ]);
  });

  // Windows has no modes and, for most users, no links.
  if (process.platform !== 'win32') {
    it('is for its user alone, also in folders that were open', async () => {
      await chmod(folder, 0o755);
      run('return 1', { args: { long: 'x'.repeat(100_000) } });
      await store.list();
      const paths = [
        folder,
        ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
      ];
      const modes = await Promise.all(paths.map(async (path) => [await stat(path), path] as const));
      const open = modes
        .filter(([found]) => (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600))
        .map(([, path]) => path);
      assert.deepEqual([open, paths.length], [[], 5]);
    });

    it('lists no folder whose events or summary are a pipe or a device', async () => {
      const [listed, piped] = [run('return 1'), 'k3f9a-2b71c000'];
      await store.list();
      await mkdir(join(folder, piped));
      for (const file of [eventsFile(folder, piped), summaryFile(folder, piped)])
        execFileSync('mkfifo', [file]);
      assert.deepEqual(listedIds(await store.list()), [listed]);
    });
  }

  it('says of a value that is gone, or was not recorded, that it is', async () => {
    const id = run('return 1', { args: { long: 'x'.repeat(100_000) } });
    const { args } = (await store.read(id)) ?? {};
    assert.ok(args);
    await rm(join(folder, id, 'value-1.json.gz'));
    assert.deepEqual(await store.value(args), { ok: false, reason: 'missing' });
    assert.deepEqual(await store.value({ bytes: 3 }), { ok: false, reason: 'omitted' });
  });

  it('reads a record that was cut off within a line up to there', async () => {
    const { id, recorder } = begin();
    recorder.called(toolCall(1, 's.t'));
    await store.read(id);
    const file = eventsFile(folder, id);
    await truncate(file, (await readFile(file)).length - 5);
    assert.deepEqual((await runStoreIn(folder).read(id))?.callList, []);
    await appendFile(file, '\n{"t":"call","at":1,"call":2,"target":"tool","server":"s","name":"t"}\n');
    assert.deepEqual(
      (await runStoreIn(folder).read(id))?.callList.map(({ call }) => call),
      [2],
    );
  });

  it('passes over lines that are none, whatever they hold', async () => {
    const id = run('return 1');
    await store.list();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const hostile = [
      'null',
      '[]',
      '{"t":"call"}',
      '{"t":"tick","at":1,"tick":["x"]}',
      `{"t":"log","at":1,"text":${deep}}`,
      '{"t":"__proto__","at":1}',
    ];
    const file = eventsFile(folder, id);
    const [first = '', ...rest] = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [first, ...hostile, '\u0000\u0001'.repeat(50), ...rest].join('\n'));
    const record = await store.read(id);
    assert.deepEqual([record?.state, record?.callList, record?.output], ['done', [], []]);
  });

  it('takes no name of another file for an id', async () => {
    assert.equal(await store.read('../../etc/passwd'), undefined);
    assert.equal(await store.exportRun('..'), undefined);
  });

  it('lists a run whose summary is gone or damaged, and writes it again', async () => {
    const ids = [run('return 1'), run('return 2'), run('return 3')];
    const [first = '', second = '', third = ''] = ids;
    const before = await store.list();
    await writeFile(summaryFile(folder, first), '{"id":"nonsense"}');
    await writeFile(summaryFile(folder, second), 'no JSON');
    await rm(summaryFile(folder, third));
    assert.deepEqual(listedIds(await runStoreIn(folder).list()), ids.toReversed());
    assert.deepEqual(await runStoreIn(folder).list(), before);
  });

  it('lists a run as its record tells it, without reading the record', async () => {
    const { id, recorder } = begin('// Title\nreturn 1', {
      origin: { door: 'script', name: 'a.ts' },
      resumes: 'k3f9a-2b710000',
    });
    recorder.called(toolCall(1, 's.t', { long: 'x'.repeat(100_000) }));
    const tool = { path: 'tools.s.t', server: 's', tool: 't', writes: true };
    recorder.decided(1, tool, { allowed: true, by: 'user' });
    await recorder.sending(1, true);
    const error = toolFailure();
    recorder.answered(1, { ok: false, error }, undefined);
    recorder.called({ target: 'codemode', sequence: 2, method: 'search', params: ['x'] });
    recorder.answered(2, { ok: false, error }, undefined);
    recorder.ended({ ...done, ok: false, errors: [{ code: 'cancelled', message: 'Cancelled.' }] });
    const [listed] = await store.list();
    const summary = async () => JSON.parse(await readFile(summaryFile(folder, id), 'utf8')) as unknown;
    const written = await summary();
    await rm(summaryFile(folder, id));
    await runStoreIn(folder).list();
    assert.deepEqual(await summary(), written);
    assert.ok((listed?.bytes ?? 0) > 0);
    assert.deepEqual(
      [listed?.id, listed?.state, listed?.calls, listed?.failedCalls, listed?.writes],
      [id, 'cancelled', 1, 1, 1],
    );
  });

  it('keeps a run that is on when all are cleared', async () => {
    run('return 1');
    const { id } = begin();
    await store.clear();
    assert.deepEqual(listedIds(await store.list()), [id]);
  });

  it('deletes the oldest runs beyond the number that is kept, and never one that is on', async () => {
    const few = runStoreIn(folder, { kept: () => ({ runs: 2, megabytes: 100, days: 14 }) });
    const running = begin(undefined, {}, few);
    const ids = Array.from({ length: 4 }, (_, number) => run(`return ${number}`, {}, few));
    const { deleted, limits } = await few.prune();
    assert.deepEqual(
      [deleted, limits],
      [ids.slice(0, 2).toReversed(), { runs: 2, megabytes: 100, days: 14 }],
    );
    assert.deepEqual(listedIds(await few.list()), [...ids.slice(2).toReversed(), running.id]);
    running.recorder.ended(done);
    await few.dispose();
  });

  it('keeps the runs that a kept one went on with, and those that they called, beyond the number', async () => {
    const kept = { runs: 2, megabytes: 100, days: 14 };
    const few = runStoreIn(folder, { kept: () => kept });
    const first = run('return 1', {}, few);
    const called = run('return 2', { parent: { run: first, call: 1 } }, few);
    const second = run('return 3', { resumes: first }, few);
    const other = run('return 4', {}, few);
    const [third, last] = [run('return 5', { resumes: second }, few), run('return 6', {}, few)];
    assert.deepEqual((await few.prune()).deleted, [other]);
    assert.deepEqual(listedIds(await few.list()), [last, third, second, called, first]);
    run('return 7', {}, few);
    run('return 8', {}, few);
    assert.deepEqual((await few.prune()).deleted.toSorted(), [last, third, second, called, first].toSorted());
    await few.dispose();
  });

  it('deletes beyond the days also what a kept run went on with', async () => {
    const day = 24 * 60 * 60 * 1_000;
    for (const [id, age, resumes] of [
      ['0cyl1-aaaaaaaa', 15, undefined],
      ['0cyl2-aaaaaaaa', 13, '0cyl1-aaaaaaaa'],
    ] as const)
      writeRun(folder, {
        id,
        title: '',
        code: '',
        startedAt: Date.now() - age * day,
        calls: [],
        ...(resumes !== undefined && { resumes }),
      });
    assert.deepEqual((await store.prune()).deleted, ['0cyl1-aaaaaaaa']);
  });

  it('deletes what takes more room than is allowed, values included', async () => {
    const noise = (seed: number) =>
      Array.from({ length: 120_000 }, (_, at) =>
        ((at * 2_654_435_761 + seed) % 4_294_967_291).toString(36),
      ).join('');
    const ids = [1, 2].map((seed) => run('return 1', { args: { noise: noise(seed) } }));
    await store.list();
    const { size } = await stat(join(folder, ids[0] ?? '', 'value-1.json.gz'));
    const small = runStoreIn(folder, {
      kept: () => ({ runs: 100, megabytes: (1.5 * size) / 1_000_000, days: 14 }),
    });
    assert.deepEqual((await small.prune()).deleted, [ids[0]]);
  });

  it('keeps in the terminal as many as the editor says', async () => {
    await runStoreIn(folder, { kept: () => ({ runs: 1, megabytes: 100, days: 14 }) }).prune();
    const [first] = [run('return 1'), run('return 2')];
    await store.list();
    const { deleted, limits } = await runStoreIn(folder, { isTerminal: true }).prune();
    assert.deepEqual([deleted, limits.runs], [[first], 1]);
  });

  it('removes folders that another process removes at the same time', async () => {
    const long = new Date(Date.now() - 2 * 60 * 60 * 1_000);
    for (let number = 100; number < 200; number += 1) {
      const left = join(folder, `k3f9a-2b71d${number}`);
      await mkdir(left);
      await utimes(left, long, long);
    }
    await Promise.all([0, 1, 2].map(() => runStoreIn(folder).prune()));
    assert.deepEqual(await readdir(folder), ['kept.json']);
  });

  it('removes the folder of no run only when it is old', async () => {
    const [begun, left] = ['k3f9a-2b71c000', 'k3f9a-2b71d000'];
    for (const id of [begun, left]) await mkdir(join(folder, id));
    await writeFile(join(folder, left, 'value-1.json.gz'), '');
    const long = new Date(Date.now() - 2 * 60 * 60 * 1_000);
    await utimes(join(folder, left), long, long);
    const damaged = run('return 1');
    await store.list();
    await writeFile(eventsFile(folder, damaged), 'no event');
    await rm(summaryFile(folder, damaged));
    await utimes(join(folder, damaged), long, long);
    await store.prune();
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name !== 'kept.json').toSorted(),
      [damaged, begun].toSorted(),
    );
  });

  it('gives an exported run back with its values', async () => {
    const args = { long: 'x'.repeat(100_000) };
    const text = await store.exportRun(run('return 1', { args }));
    // Editors may add a byte order mark.
    const imported = await importedRun(Buffer.from(`\uFEFF${text ?? ''}`));
    assert.ok(!('problem' in imported));
    assert.deepEqual(imported.record.args && (await imported.value(imported.record.args)), {
      ok: true,
      value: args,
    });
    assert.ok('problem' in (await importedRun(Buffer.from('{"format":"other"}'))));
  });

  it('lets others have their turn while it exports a run of many calls', async () => {
    const { id, recorder } = begin();
    const value = { text: 'some words '.repeat(500) };
    for (let sequence = 1; sequence <= 600; sequence += 1) {
      recorder.called(toolCall(sequence, 's.t'));
      recorder.answered(sequence, { ok: true, value }, undefined);
    }
    recorder.ended(done);
    await store.list();
    const turns = new CountedTurns();
    const text = await store.exportRun(id);
    assert.ok(turns.stop() > 5);
    assert.ok((text ?? '').length > 3_000_000);
  });

  it('follows a run until it has ended, in another process too', async () => {
    const { id, recorder } = begin();
    const { promise: ended, resolve } = Promise.withResolvers<number>();
    const other = runStoreIn(folder);
    await store.read(id);
    const stop = other.follow(id, ({ state, calls }) => state === 'done' && resolve(calls));
    recorder.called(toolCall(1, 's.t'));
    recorder.ended(done);
    assert.equal(await ended, 1);
    stop();
  });

  it('says that something changed when another process writes into a run that is on', async () => {
    const id = 'k3f9a-2b71c000';
    writeRun(folder, { id, title: '', code: '', startedAt: Date.now(), calls: [], pid: process.ppid });
    const { promise: heard, resolve } = Promise.withResolvers<undefined>();
    let isWritten = false;
    const watched = store.onDidChange(() => isWritten && resolve(undefined));
    assert.equal((await store.list())[0]?.state, 'running');
    // Earlier events have arrived by then.
    await setTimeout(500);
    isWritten = true;
    await appendFile(eventsFile(folder, id), '{"t":"progress","at":1,"message":"on"}\n');
    await heard;
    watched.stop();
  });

  it('knows other code from that of a run, also where it has a secret, and of none that was not recorded', async () => {
    const secret = 'k-1234567890';
    const [guarded, lean] = [
      runStoreIn(folder, { secrets: [secret] }),
      runStoreIn(folder, { mode: () => 'metadata' }),
    ];
    const code = `return "${secret}"`;
    const [kept, omitted] = [begin(code, {}, guarded), begin(code, {}, lean)];
    for (const { recorder } of [kept, omitted]) recorder.ended(done);
    const [run, without] = [await guarded.read(kept.id), await lean.read(omitted.id)];
    assert.ok(run && without && 'redacted' in run.code);
    assert.equal(await guarded.past.isEdited(run, code), false);
    assert.equal(await guarded.past.isEdited(run, `${code};`), true);
    assert.equal(await lean.past.isEdited(without, 'return 1'), false);
    for (const other of [guarded, lean]) await other.dispose();
  });

  it('records no value in the mode for metadata', async () => {
    const lean = runStoreIn(folder, { mode: () => 'metadata' });
    const { id, recorder } = begin('// Planted: hunter22\nreturn "hunter22"', {}, lean);
    recorder.called(toolCall(1, 's.t', { note: 'hunter22' }));
    recorder.answered(1, { ok: false, error: toolFailure({ message: 'hunter22' }) }, undefined);
    recorder.log({ level: 'log', text: 'hunter22', ms: 1 });
    recorder.ended({ ...done, value: 'hunter22', notes: ['hunter22'] });
    assert.equal((await lean.read(id))?.calls, 1);
    assert.doesNotMatch(await readFile(eventsFile(folder, id), 'utf8'), /hunter22/);
    await lean.dispose();
  });
});

function listedIds(runs: readonly { readonly id: string }[]): readonly string[] {
  return runs.map(({ id }) => id);
}
