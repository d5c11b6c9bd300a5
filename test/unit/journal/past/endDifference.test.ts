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

  it('is the same where both returned the same, or nothing', async () => {
    assert.equal(await kindOf({ value: { a: [1, null] } }, { value: { v: { a: [1, null] } } }), undefined);
    assert.equal(await kindOf({}, {}), undefined);
    assert.equal(await kindOf({ value: 1 }, {}), 'result');
    assert.equal(await kindOf({ value: 1 }, { value: { v: '1' } }), 'result');
  });

  it('is another one where a run that failed, was cancelled or interrupted is refused its replay', async () => {
    const refused = failed('Run k3f9-2b71 was recorded without values', { code: 'not_recorded' });
    assert.equal(await kindOf(refused, recorded('x')), 'error');
    assert.equal(
      await kindOf(refused, {
        state: 'cancelled',
        errors: failed('cancelled', { code: 'cancelled' }).errors,
      }),
      'error',
    );
    assert.equal(await kindOf(refused, { state: 'interrupted' }), 'error');
    assert.equal(await kindOf(refused, { value: { v: 1 } }), 'error');
  });

  it('is the same where both failed alike, and another one where only one did or otherwise', async () => {
    assert.equal(await kindOf(failed('x'), recorded('x')), undefined);
    assert.equal(await kindOf(failed('y'), recorded('x')), 'error');
    assert.equal(await kindOf(failed('x', { code: 'timeout' }), recorded('x')), 'error');
    assert.equal(await kindOf({ value: 1 }, recorded('x')), 'error');
    const two = { ok: false, errors: [...failed('x').errors, ...failed('y').errors] };
    assert.equal(await kindOf(two, recorded('x')), 'error');
  });

  it('is the same where rules or known keys hide a part of it, in the result and in messages', async () => {
    assert.equal(
      await kindOf({ value: { email: 'ann@b.c', n: 1 } }, { value: { v: { email: '•••', n: 1 } } }, [
        'email',
      ]),
      undefined,
    );
    assert.equal(
      await kindOf({ value: { email: 'ann@b.c', n: 2 } }, { value: { v: { email: '•••', n: 1 } } }, [
        'email',
      ]),
      'result',
    );
    assert.equal(await kindOf(failed('no ann@b.c'), recorded('no •••'), ['/\\w+@b\\.c/']), undefined);
    const of = { code: 'tool_failed', toolError: toolFailure({ server: 'hr', tool: 'pay' }) } as const;
    assert.equal(await kindOf(failed('for 9', of), recorded('•••', of), ['hr.*: $']), undefined);
    assert.equal(
      await kindOf({ value: 'a key-12345678' }, { value: { v: 'a •••' } }, [], ['key-12345678']),
      undefined,
    );
  });

  it('is the same where more is hidden now than was then', async () => {
    assert.equal(
      await kindOf({ value: { email: 'now@b.c' } }, { value: { v: { email: 'then@b.c' } } }, ['email']),
      undefined,
    );
    assert.equal(
      await kindOf({ value: { email: 'now@b.c' } }, { value: { v: { email: 'then@b.c' } } }),
      'result',
    );
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

  it('is not known where the result is not recorded', async () => {
    assert.equal(await kindOf({ value: 1 }, { value: { bytes: 1 } }), 'unknown');
    assert.equal(await kindOf({ value: 1 }, { state: 'interrupted' }), 'unknown');
  });
});
