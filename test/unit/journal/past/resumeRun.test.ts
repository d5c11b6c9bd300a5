// Tests the knowledge about earlier runs that a resumption needs: without all of it, a write could be made twice.
import assert from 'node:assert/strict';
import { RecordingApprover } from '../../../fakes/recordingApprover.ts';
import { recordOf } from '../../../fakes/runRecords.ts';
import { runOutcome } from '../../../fakes/startedRun.ts';
import { Redactor } from '../../../../src/journal/redaction/redactor.ts';
import { resumeRun } from '../../../../src/journal/past/resumeRun.ts';
import type { RunRecord } from '../../../../src/journal/record/runRecord.ts';

describe('the runs that a run went on with', () => {
  const conditions = { startedAt: 0, seed: '00'.repeat(32), timeZone: 'UTC', locale: 'en' };

  /** Returns the reason why the first of these runs, the newest first, is not resumed. */
  async function whyNot(records: readonly RunRecord[]): Promise<string | undefined> {
    const read = (id: string) => Promise.resolve(records.find((record) => record.id === id));
    const runs = {
      list: () => Promise.resolve(records),
      read,
      whyNotRecorded: () => undefined,
      value: () => Promise.resolve({ ok: true, value: {} } as const),
    };
    const engine = { execute: () => Promise.resolve(runOutcome()) };
    const [approver, signal] = [new RecordingApprover(), new AbortController().signal];
    const claim = () => Promise.resolve({ [Symbol.asyncDispose]: () => Promise.resolve() });
    const parts = { engine, runs, claim, redactor: new Redactor(() => []) };
    const outcome = await resumeRun(parts, {
      run: records[0]?.id,
      origin: { door: 'terminal' },
      approver,
      signal,
    });
    return outcome.errors[0]?.message;
  }

  /** Returns a chain of runs that resumed one another, the newest first. */
  function chainOf(length: number): readonly RunRecord[] {
    const id = (index: number) => `run-${index}`;
    return Array.from({ length }, (_, index) =>
      recordOf({
        id: id(index),
        state: 'failed',
        conditions,
        ...(index < length - 1 && { resumes: id(index + 1) }),
      }),
    );
  }

  it('are all read, up to fifty', async () => {
    assert.equal(await whyNot(chainOf(50)), undefined);
    assert.match((await whyNot(chainOf(51))) ?? '', /^Run run-0 cannot be resumed: more than 50 runs /);
  });

  it('must be whole, also where the script of the run itself never started', async () => {
    const { conditions: _none, ...neverStarted } = recordOf({
      id: 'run-0',
      state: 'failed',
      resumes: 'run-1',
    });
    const before = recordOf({ id: 'run-1', state: 'failed', conditions, notWhole: true });
    assert.match((await whyNot([neverStarted, before])) ?? '', /^The record of run run-1 is not whole/);
  });
});
