import assert from 'node:assert/strict';
import { isShownAlike, runDays, runRow } from '../../../../src/vscode/views/runRows.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';
import { recordOf } from '../../../fakes/runRecords.ts';

const noon = new Date(2026, 4, 3, 12).getTime();
const at = (hours: number) => recordOf({ startedAt: noon + hours * 3_600_000 });

describe('the rows of runs', () => {
  it('stand by day, the newest first', () => {
    const days = runDays([at(1), at(0), at(-24), at(-72)], noon);
    assert.deepEqual(
      days.map(({ runs }) => runs.length),
      [2, 1, 1],
    );
    assert.deepEqual(
      days.slice(0, 2).map(({ label }) => label),
      ['Today', 'Yesterday'],
    );
    assert.match(days[2]?.label ?? '', /30/);
  });

  it('say when, from where, how long and how many calls', () => {
    const row = runRow(recordOf({ startedAt: noon, calls: 12, failedCalls: 1, durationMs: 3_400 }), false);
    assert.equal(row.label, 'Compare the weather of two cities');
    assert.match(row.description, /^12:00.* · chat · 3\.4 s · 12 calls, 1 failed$/);
    assert.deepEqual([row.icon, row.context], ['comment-discussion', 'run done']);
  });

  it('say of a debug run that it was one', () => {
    assert.match(runRow(recordOf({ debug: true }), false).description, / · debug run$/);
  });

  it('say of a script that the user declined that it was not run, and not how long they read', () => {
    const row = runRow(recordOf({ state: 'denied', calls: 0, durationMs: 3_400, startedAt: noon }), false);
    assert.match(row.description, /^12:00.* · chat · not run$/);
  });

  it('say in words what only the icon shows', () =>
    assert.match(runRow(recordOf({ state: 'interrupted' }), false).spoken ?? '', /, interrupted, /));

  it('can be cancelled where they run in this window', () => {
    assert.equal(runRow(recordOf({ state: 'running' }), true).context, 'run running here');
    assert.equal(runRow(recordOf({ state: 'running' }), false).context, 'run running');
  });

  it('are of a chat where only its model can run them again', () => {
    const row = runRow(recordOf({ door: 'provider', name: 'GPT' }), false);
    assert.equal(row.context, 'run done ofChat');
    assert.match(row.description, / · model provider GPT · /);
  });

  it('make no icon or link of what a script is called', () => {
    const { label } = runRow(recordOf({ title: '$(trash) [x](command:y)' }), false);
    assert.doesNotMatch(label, /\$\(|\]\(/);
  });

  it('are made in time that is proportional to the runs', async () => {
    const making = (count: number) => {
      const runs = Array.from({ length: count }, (_, index) => at(-index));
      return () => runDays(runs, noon);
    };
    assert.ok((await growth(making, 200, 10)) < proportionalTenfold);
  });

  it('are the same while only the record of a run that is on grows', () => {
    const run = recordOf({ state: 'running', calls: 1, bytes: 100 });
    assert.ok(isShownAlike([run], [{ ...run, bytes: 900 }]));
  });

  it('are others once a run has made a further call', () => {
    const run = recordOf({ state: 'running', calls: 1 });
    assert.ok(!isShownAlike([run], [{ ...run, calls: 2 }]));
  });

  it('are others once there is a further run', () => {
    const run = recordOf({});
    assert.ok(!isShownAlike([run], [recordOf({ id: 'another' }), run]));
  });
});
