import assert from 'node:assert/strict';
import type { RunError, RunOutcome } from '../../../../src/engine/runOutcome.ts';
import { endDifference } from '../../../../src/journal/past/replayRun.ts';
import type { RecordedValue } from '../../../../src/journal/record/runEvent.ts';
import { readValue, type RunRecord } from '../../../../src/journal/record/runRecord.ts';
import { redactorOf } from '../../../fakes/redactorOf.ts';
import { recordOf } from '../../../fakes/runRecords.ts';
import { runOutcome, toolFailure } from '../../../fakes/startedRun.ts';

describe('the end of a replay', () => {
  const values = {
    value: (recorded: RecordedValue) => readValue(recorded, () => Promise.resolve(undefined)),
  };

  /** With `rules` now. */
  async function kindOf(
    outcome: Partial<RunOutcome>,
    run: Partial<RunRecord>,
    rules: readonly string[] = [],
    secrets?: string[],
  ) {
    const parts = { values, redactor: redactorOf(rules, secrets) };
    return (await endDifference(parts, runOutcome({ value: undefined, ...outcome }), recordOf(run)))?.kind;
  }

  const failed = (
    message: string,
    more: Partial<RunError> = {},
  ): { ok: false; errors: readonly RunError[] } => ({
    ok: false,
    errors: [{ code: 'script_error', message, ...more }],
  });
  const recorded = (...given: Parameters<typeof failed>) =>
    ({ state: 'failed', errors: failed(...given).errors }) as const;

  const email = (text: string, n = 1) => ({ email: text, n });
  const refused = failed('Run k3f9-2b71 was recorded without values', { code: 'not_recorded' });
  const cancelled = {
    state: 'cancelled',
    errors: failed('cancelled', { code: 'cancelled' }).errors,
  } as const;
  const of = { code: 'tool_failed', toolError: toolFailure({ server: 'hr', tool: 'pay' }) } as const;
  const two = { ok: false, errors: [...failed('x').errors, ...failed('y').errors] };

  type Case = readonly [kind: Awaited<ReturnType<typeof kindOf>>, ...Parameters<typeof kindOf>];
  const cases: Readonly<Record<string, readonly Case[]>> = {
    'is the same where both returned the same, or nothing': [
      [undefined, { value: { a: [1, null] } }, { value: { v: { a: [1, null] } } }],
      [undefined, {}, {}],
      ['result', { value: 1 }, {}],
      ['result', { value: 1 }, { value: { v: '1' } }],
    ],
    'is another one where a run that failed, was cancelled or interrupted is refused its replay': [
      ['error', refused, recorded('x')],
      ['error', refused, cancelled],
      ['error', refused, { state: 'interrupted' }],
      ['error', refused, { value: { v: 1 } }],
    ],
    'is the same where both failed alike, and another one where only one did or otherwise': [
      [undefined, failed('x'), recorded('x')],
      ['error', failed('y'), recorded('x')],
      ['error', failed('x', { code: 'timeout' }), recorded('x')],
      ['error', { value: 1 }, recorded('x')],
      ['error', two, recorded('x')],
    ],
    'is the same where rules or known keys hide a part of it, in the result and in messages': [
      [undefined, { value: email('ann@b.c') }, { value: { v: email('•••') } }, ['email']],
      ['result', { value: email('ann@b.c', 2) }, { value: { v: email('•••') } }, ['email']],
      [undefined, failed('no ann@b.c'), recorded('no •••'), ['/\\w+@b\\.c/']],
      [undefined, failed('for 9', of), recorded('•••', of), ['hr.*: $']],
      [undefined, { value: 'a key-12345678' }, { value: { v: 'a •••' } }, [], ['key-12345678']],
    ],
    'is the same where more is hidden now than was then': [
      [undefined, { value: email('now@b.c') }, { value: { v: email('then@b.c') } }, ['email']],
      ['result', { value: email('now@b.c') }, { value: { v: email('then@b.c') } }],
    ],
    'is not known where the result is not recorded': [
      ['unknown', { value: 1 }, { value: { bytes: 1 } }],
      ['unknown', { value: 1 }, { state: 'interrupted' }],
    ],
  };
  for (const [what, some] of Object.entries(cases))
    it(what, async () => {
      for (const [kind, ...given] of some) assert.equal(await kindOf(...given), kind, JSON.stringify(given));
    });

  it('may be anything where the record hides a part that no rule hides now, and differs beside it', async () => {
    const run = { value: { v: { list: ['•••', 1], text: 'from •••.' } } };
    assert.equal(await kindOf({ value: { list: [{ any: 1 }, 1], text: 'from here.' } }, run), undefined);
    const read = await endDifference(
      { values, redactor: redactorOf([]) },
      runOutcome({ value: { list: ['x', 2], text: 'to here.' } }),
      recordOf(run),
    );
    assert.deepEqual(read?.kind === 'result' ? read.found.map(({ path }) => path) : read, [
      'list[1]',
      'text',
    ]);
    assert.equal(await kindOf({ value: { list: [] } }, run), 'result');
  });
});
