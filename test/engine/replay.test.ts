// Tests that a recorded run is repeated without its servers, with the same text, and that other code runs against its
// record.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { testRuns } from '../../src/journal/past/testRuns.ts';
import { CountedRuns, serversOf, writesIn } from '../fakes/countedRuns.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { fullTest } from '../fakes/everyTest.ts';
import { openedForAll } from '../fakes/opened.ts';

const textOf = async (outcome: RunOutcome) =>
  (await formatResult({ ...outcome, runId: 'x', isResumable: true }, defaultBudget, () => 'r1')).text;

describe('a replay', () => {
  const folder = openedForAll(() => new TemporaryFolder('code-mode-runs-'));
  const runs = openedForAll(() => CountedRuns.open(folder.path, { limits: { cpuMs: 1_000 } }));
  const offline = openedForAll(() => CountedRuns.open(folder.path, { limits: { cpuMs: 1_000 } }));

  const scripts: Readonly<Record<string, string>> = {
    'a result': `console.log(Date.now(), crypto.randomUUID()); codemode.display({ type: "text", text: "x" });
      const all = await Promise.all([5, 1, 3].map((ms, n) => tools.counting.add({ n, ms })));
      await codemode.store.set("k", all); return { all, kept: await codemode.store.get("k"), found: await codemode.search("add") };`,
    nothing: 'await tools.counting.total({});',
    'a raw result': 'return await tools.counting.total.raw({});',
    'a failed call': 'await tools.counting.add({ n: 10 }); await tools.counting.flaky({ n: 11 });',
    'a caught failure':
      'try { await tools.counting.flaky({ n: 12 }); } catch (error) { return [error.code, error.message, error.content]; }',
    'a wrong argument': 'await tools.counting.add({ n: JSON.parse("\\"x\\"") });',
    'a failure after a call whose effect is not declared':
      'await tools.counting.mark({ n: 15 }); await tools.counting.flaky({ n: 16 });',
    'a wrong argument of a tool whose effect is not declared':
      'await tools.counting.mark({ n: JSON.parse("\\"x\\"") });',
    'an error of its own': 'await tools.counting.add({ n: 13 });\n  null.x;',
    'an endless loop': 'await tools.counting.add({ n: 14 }); for (;;);',
    'a script that is refused': 'return tools.nowhere.x();',
  };
  for (const [what, code] of Object.entries(scripts)) {
    (what === 'an endless loop' ? fullTest : it)(`gives the same text, of ${what}`, async () => {
      const outcome = await runs.run(code, { session: what });
      const servers = serversOf(folder.path).length;
      const writes = writesIn(folder.path).length;
      const replayed = await offline.replay(outcome.runId);
      assert.equal(await textOf(replayed), await textOf(outcome));
      assert.deepEqual([replayed.displays, replayed.value], [outcome.displays, outcome.value]);
      assert.deepEqual([serversOf(folder.path).length, writesIn(folder.path).length], [servers, writes]);
    });
  }

  it('gives the same text of a run that was cancelled with calls in flight', async () => {
    const controller = new AbortController();
    const observer = { onCallStarted: () => void setTimeout(() => controller.abort(), 300) };
    const outcome = await runs.run('await tools.counting.add({ n: 20, ms: 60_000 });', {
      signal: controller.signal,
      observer,
    });
    assert.equal(await textOf(await offline.replay(outcome.runId)), await textOf(outcome));
  });

  it('of edited code has the answers of the same calls, and ends at the first that differs', async () => {
    const { runId } = await runs.run(
      'const a = await tools.counting.total({}); const b = await tools.counting.add({ n: 30 }); return [a, b];',
    );
    const edited = await offline.replay(runId, {
      code: 'const b = await tools.counting.add({ n: 30 }); return b.total > 0;',
    });
    assert.equal(edited.value, true);
    const diverged = await offline.replay(runId, {
      code: 'await tools.counting.total({}); await tools.counting.add({ n: 31 });',
    });
    const [error] = diverged.errors;
    assert.equal(error?.code, 'diverged');
    assert.match(
      error.message,
      /tools\.counting\.add was called with another input\. .* call 2:\n {2}n: 31, recorded: 30$/,
    );
  });

  for (const [what, code, error, limits] of [
    ['an endless loop', 'for (;;);', 'cpu_limit', { cpuMs: 1_000 }],
    [
      'a script that fills the memory',
      'const all = []; for (;;) all.push("x".repeat(1e6).split(""));',
      'memory_limit',
      { heapMb: 64 },
    ],
  ] as const) {
    (error === 'cpu_limit' ? it : fullTest)(
      `ends ${what} at the user's own limits, whatever the record says`,
      async () => {
        const { runId } = await runs.run('return 1');
        const exported = JSON.parse((await runs.store.exportRun(String(runId))) ?? '') as {
          events: { t: string; limits?: object }[];
        };
        const [lifted, tests] = [
          { cpuMs: 1e12, wallMs: 1e12, residentMb: 1e9, heapMb: 1e9 },
          join(folder.path, error),
        ];
        const events = exported.events.map((event) =>
          event.t === 'script' ? { ...event, limits: { ...event.limits, ...lifted } } : event,
        );
        mkdirSync(tests);
        writeFileSync(join(tests, 'a.run.json'), JSON.stringify({ ...exported, events }));
        writeFileSync(join(tests, 'a.ts'), code);
        await using careful = await CountedRuns.open(folder.path, { limits });
        const signal = AbortSignal.timeout(20_000);
        const [tested] = await Array.fromAsync(
          testRuns(careful.store.past, careful.engine.engine, tests, signal),
        );
        assert.match(
          tested?.result.kind === 'differs' ? tested.result.text : '',
          new RegExp(`Now: it failed \\(${error}\\)`),
        );
      },
    );
  }

  it('obeys a recorded limit that is smaller than that of the user', async () => {
    await using small = await CountedRuns.open(folder.path, { limits: { calls: 1 } });
    const { runId } = await small.run('return await tools.counting.total({});');
    await using large = await CountedRuns.open(folder.path);
    const { errors } = await large.replay(runId, {
      code: 'await tools.counting.total({}); await tools.counting.total({});',
    });
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['call_limit'],
    );
  });

  it('tests the scripts of a folder against the runs saved beside them', async () => {
    const { runId } = await runs.run(
      'const { total } = await tools.counting.total({}); return { total, double: total * 2 };',
    );
    const saved = await runs.store.exportRun(String(runId));
    assert.ok(saved !== undefined);
    const same =
      'const answer = await tools.counting.total({});\nreturn { total: answer.total, double: answer.total + answer.total };';
    const scripts = {
      a: same,
      b: same.replace('+ answer.total', '+ 100'),
      c: 'await tools.counting.add({ n: 1 })',
      d: undefined,
    };
    const tests = join(folder.path, 'tests');
    mkdirSync(tests);
    for (const [name, code] of Object.entries(scripts)) {
      writeFileSync(join(tests, `${name}.run.json`), name === 'd' ? '{}' : saved);
      if (code !== undefined) writeFileSync(join(tests, `${name}.ts`), code);
    }
    const tested = await Array.fromAsync(
      testRuns(offline.store.past, offline.engine.engine, tests, new AbortController().signal),
    );
    assert.deepEqual(
      tested.map(({ file, result }) => [basename(file), result.kind]),
      [
        ['a.run.json', 'pass'],
        ['b.run.json', 'differs'],
        ['c.run.json', 'diverged'],
        ['d.run.json', 'notRun'],
      ],
    );
    const differs = tested[1]?.result;
    assert.match(
      differs?.kind === 'differs' ? differs.text : '',
      /^The result differs:\n {2}double: \d+, recorded: \d+$/,
    );
  });
});
