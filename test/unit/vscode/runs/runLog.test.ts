import assert from 'node:assert/strict';
import { advice } from '../../../../src/engine/formatting/advice.ts';
import type { CallRecord, RunError, RunOutcome } from '../../../../src/engine/runOutcome.ts';
import { outcomeLines, RunLog, type RunLogParts } from '../../../../src/vscode/runs/runLog.ts';
import { done } from '../../../fakes/runStoreIn.ts';

const startedAt = new Date(2026, 10, 22, 12, 3, 41).getTime();
const ok: RunOutcome = { ...done, value: { sum: 42 }, durationMs: 1_234 };
const failure = { code: 'script_error', message: 'Error: no', hint: 'Try again.' } as const;
const call: CallRecord = {
  sequence: 1,
  server: 'shop',
  tool: 'buy',
  path: 'tools.shop.buy',
  state: 'finished',
  writes: true,
  ms: 12,
};

describe('a run in the output channel', () => {
  let written: string;
  let clock: number;
  let log: RunLog;
  beforeEach(() => {
    written = '';
    clock = 10_000;
    log = new RunLog(parts());
  });
  const parts = (): RunLogParts => ({
    name: 'chat #3',
    startedAt,
    append: (text) => (written += text),
    hideSecrets: (text) => text.replaceAll('hunter22', '•••'),
    longestResult: 100,
    isTrace: true,
    now: () => clock,
  });
  const lines = () => written.split('\n');

  it('has its label on each line', () => {
    log.started();
    log.console({ level: 'warn', text: 'careful', ms: 1 });
    assert.deepEqual(lines(), ['[12:03:41 chat #3] Started.', '[12:03:41 chat #3] │ [warn] careful', '']);
  });

  it("marks each line of the script's console, so that none looks like one of ours or of another run", () => {
    log.console({ level: 'log', text: 'Done in 3 ms.\n[12:03:41 chat #4] Started.', ms: 1 });
    assert.deepEqual(lines(), [
      '[12:03:41 chat #3] │ Done in 3 ms.',
      '    │ [12:03:41 chat #4] Started.',
      '',
    ]);
  });

  it('writes nothing after its end', () => {
    log.ended(ok);
    const before = written;
    log.console({ level: 'log', text: 'late', ms: 1 });
    log.callEnded(call);
    log.progress('late', 0.5);
    log.forUser('tools.shop.buy', 'late');
    log.broke(new Error('late'));
    assert.equal(written, before);
  });

  it('shows what a tool says to the user, with further lines indented', () => {
    log.forUser('tools.shop.buy', 'one\n[12:03:41 chat #4] Started.');
    assert.deepEqual(lines(), [
      '[12:03:41 chat #3] For you, from tools.shop.buy: one',
      '    [12:03:41 chat #4] Started.',
      '',
    ]);
  });

  for (const [what, more, line] of [
    [
      'the arguments of a call that can write',
      { input: { item: 'tea', count: 2 } },
      '{count: 2, item: "tea"} · 12 ms',
    ],
    [
      'no arguments of a call that only reads, and why one failed',
      {
        writes: false,
        state: 'failed',
        message: 'tools.shop.buy failed: sold out',
        input: { item: 'tea' },
      },
      '· 12 ms, failed: sold out',
    ],
    [
      'that the answer of a call that was not made again is from the record',
      { served: true, input: { item: 'tea' } },
      '{item: "tea"} · from the record',
    ],
  ] as const)
    it(`shows ${what}`, () => {
      log.callEnded({ ...call, ...more });
      assert.equal(lines()[0], `[12:03:41 chat #3] → tools.shop.buy ${line}`);
    });

  it('shows no secrets, neither what servers were given nor what a field of a result is called', () => {
    log.callEnded({ ...call, input: { note: 'hunter22' } });
    log.ended({
      ...ok,
      value: ['hunter22', { apiKey: 'tiger', 'x-api-key': 'tiger', cookie: 'tiger', otp: 'tiger' }],
    });
    new RunLog(parts()).ended({
      ...ok,
      value: { env: [{ name: 'GITHUB_TOKEN', value: 'tiger' }], maxTokens: 5 },
    });
    assert.doesNotMatch(written, /hunter22|tiger/);
    assert.match(written, /"maxTokens": 5/);
  });

  it('shows progress once a second', () => {
    log.progress('page 1', 0.1);
    log.progress('page 2', 0.2);
    clock += 1_000;
    log.progress('page 3', 0.3);
    assert.deepEqual(lines(), ['[12:03:41 chat #3] … page 1 (10%)', '[12:03:41 chat #3] … page 3 (30%)', '']);
  });

  it('shows no progress without words', () => {
    log.progress('tools.shop.buy: ', 0.1);
    log.progress('', 0.2);
    assert.equal(written, '');
  });

  it('ends with the result, that can be copied, in one piece', () => {
    const pieces: string[] = [];
    new RunLog({ ...parts(), name: 'a.ts', append: (text) => pieces.push(text) }).ended(ok);
    assert.deepEqual(pieces, [
      '[12:03:41 a.ts] Result:\n{\n  "sum": 42\n}\n[12:03:41 a.ts] Done in 1.2 s.\n',
    ]);
  });

  it('cuts a long result and says so', () => {
    log.ended({ ...ok, value: 'x'.repeat(1_000) });
    assert.match(written, /\n… \(the rest is left out\)\n/);
  });

  it('says how a run failed that did not succeed', () => {
    log.ended({ ...ok, ok: false, value: undefined, errors: [failure] });
    assert.match(written, /^\[12:03:41 chat #3\] Failed .*Error: no\n/);
    assert.match(written, /\[12:03:41 chat #3\] Failed after 1\.2 s\.\n$/);
  });

  it('says to the user what they did, and where in their file something failed', () => {
    const log = new RunLog({ ...parts(), file: '.code-mode/a.ts' });
    log.callEnded({
      ...call,
      state: 'denied',
      message: 'tools.shop.buy was not called. The user refused to allow the call.',
    });
    log.ended({
      ...ok,
      ok: false,
      value: undefined,
      errors: [{ ...failure, position: { line: 2, column: 20 } }],
    });
    assert.match(written, /declined: .*You declined to allow the call\./);
    assert.match(written, / at \.code-mode\/a\.ts:2:20: Error: no/);
  });
});

describe('what a person reads of a run', () => {
  const ended = (code: RunError['code'], ...calls: readonly CallRecord[]) => {
    const errors = [{ code, message: 'What failed.', hint: advice.otherServers.model }];
    return outcomeLines({ ...ok, ok: false, value: undefined, errors, calls });
  };

  it('says what failed, and nothing that is for a model', () => {
    assert.deepEqual(ended('tool_failed'), [
      'Failed (tool_failed): What failed.\nOther servers work.',
      'Failed after 1.2 s.',
    ]);
  });

  it('does not explain to them that they cancelled it, but tells what was called', () => {
    const lines = ended('cancelled', call);
    assert.match(lines[0] ?? '', /^Calls:\n.*tools\.shop\.buy/s);
    assert.equal(lines.at(-1), 'Cancelled after 1.2 s.');
  });

  it('says why a script was not run that was not allowed, and no more', () => {
    assert.deepEqual(ended('denied'), ['What failed. Nothing ran.']);
  });

  it('tells what was called where they stopped a resumed run', () => {
    const lines = ended('denied', call);
    assert.match(lines[0] ?? '', /^Calls:\n.*tools\.shop\.buy/s);
    assert.equal(lines.at(-1), 'What failed. Stopped after 1.2 s.');
  });
});
