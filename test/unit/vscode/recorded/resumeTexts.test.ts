import assert from 'node:assert/strict';
import type { RunError } from '../../../../src/engine/runOutcome.ts';
import { callDiff } from '../../../../src/journal/past/callDiff.ts';
import { goOnText, resumeChoices } from '../../../../src/vscode/recorded/resumeTexts.ts';
import { recordOf } from '../../../fakes/runRecords.ts';

const done = recordOf();
const failed = recordOf({ state: 'failed' });
const script = { name: 'report.ts', code: 'return 2' };
const pay = (amount: number) =>
  ({ target: 'tool', server: 'bank', name: 'pay', form: 'value', input: { amount, to: 'ada' } }) as const;
const diverged = (message: string): { readonly errors: readonly RunError[] } => ({
  errors: [{ code: 'diverged', message }],
});

describe('a replay that came to a call that is not in the record', () => {
  it('can go on with real calls, and says in one line how the call differs', () => {
    const message = callDiff(pay(6), 2, [{ ...pay(5), call: 2, served: false }]);
    assert.match(
      goOnText(done, [done], diverged(message)) ?? '',
      /^Call 2 .* tools\.bank\.pay .* call 2: amount: 6, recorded: 5\. Continue from there .*\? .*$/,
    );
  });

  it('names several differences apart, and only the first of many', () => {
    const text =
      goOnText(done, [done], diverged('Nearest is call 2:\n  a: 1, recorded: 2\n  b: 3, recorded: 4')) ?? '';
    assert.match(text, /^Nearest is call 2: a: 1, recorded: 2; b: 3, recorded: 4\. Continue/);
    const long =
      goOnText(done, [done], diverged(`Nearest is call 2:\n${'  a: 1, recorded: 2\n'.repeat(500)}`)) ?? '';
    assert.ok(long.length < 1_000 && /… Continue from there [^…]*$/.test(long), long);
  });

  it('makes no link of what a script passed', () =>
    assert.doesNotMatch(goOnText(done, [done], diverged('a: "[x](command:y)", recorded: 1')) ?? '', /\]\(/));

  it('cannot go on where the run cannot be resumed, or the replay ended otherwise', () => {
    for (const run of [
      recordOf({ dryRun: true }),
      recordOf({ door: 'provider' }),
      recordOf({ notWhole: true }),
    ])
      assert.equal(goOnText(run, [run], diverged('Call 2 is not in the record.')), undefined);
    assert.equal(goOnText(done, [done], { errors: [{ code: 'script_error', message: 'x' }] }), undefined);
    assert.equal(goOnText(done, [done], { errors: [] }), undefined);
  });
});

describe('the code that a run is resumed with', () => {
  const labels = (run: typeof done, all = [run]) =>
    resumeChoices(run, all, script).map(({ label, code }) => [label, code]);

  it('is that of its record, or that of its script by now', () =>
    assert.deepEqual(labels(failed), [
      ['Resume with the Recorded Code', undefined],
      ['Resume with the Code of report.ts', 'return 2'],
    ]));

  it('is that of its script where the run is done, or its own has a secret', () => {
    for (const run of [done, recordOf({ state: 'failed', code: { v: 'return "•••"', redacted: true } })])
      assert.deepEqual(labels(run), [['Resume with the Code of report.ts', 'return 2']]);
  });

  it('is none where the run cannot be resumed', () => {
    const later = recordOf({ id: 'k3f9-2b72', resumes: failed.id, writes: 1 });
    assert.deepEqual(labels(failed, [later, failed]), []);
  });
});
