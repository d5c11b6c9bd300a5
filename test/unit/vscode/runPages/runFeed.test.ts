import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { TimeSlice } from '../../../../src/base/timeSlice.ts';
import { answerQuery } from '../../../../src/journal/values/answerQuery.ts';
import { ValuePieces } from '../../../../src/journal/values/valuePieces.ts';
import type { HeldValue, ValueAnswer, ValueQuery } from '../../../../src/journal/values/valueQueries.ts';
import type { PageQuery } from '../../../../src/journal/values/valueView.ts';
import type { RunOutcome } from '../../../../src/engine/runOutcome.ts';
import type { RecordedOutput, RunRecord } from '../../../../src/journal/record/runRecord.ts';
import { recordHead, scriptHead } from '../../../../src/vscode/runPages/pageTexts.ts';
import { RunFeed } from '../../../../src/vscode/runPages/runFeed.ts';
import { ShownRun, type RunOf } from '../../../../src/vscode/runPages/shownRun.ts';
import { isToPage, type Source, type ToPage } from '../../../../src/vscode/pages/run/runMessages.ts';
import { callOf, recordOf } from '../../../fakes/runRecords.ts';
import { done } from '../../../fakes/runStoreIn.ts';

const outcome: RunOutcome = { ...done, value: [{ id: 2 }, { id: 1 }], durationMs: 12 };
const { durationMs: _none, ...open } = recordOf({ state: 'running' });

const ask = (value: HeldValue, query: ValueQuery): Promise<ValueAnswer> =>
  Promise.resolve(
    'v' in value ? answerQuery(new ValuePieces(value.v), query) : { kind: 'none', why: 'omitted' },
  );

const script = { script: 'file:///x/.code-mode/a.ts', title: '.code-mode/a.ts' };
const headOfScript = (run: ShownRun) => scriptHead(run, { ...script, runs: [run] });
const newRun = (number: number, of: RunOf = 'script') =>
  new ShownRun(number, { startedAt: 0, of }, () => undefined);
const line = (at: number, text: string): RecordedOutput & { kind: 'log' } => ({
  kind: 'log',
  at,
  level: 'warn',
  ms: at,
  text: { v: text },
});

/** Receives the messages to a page that shows run number 7, of a record or in progress. */
class Sent {
  readonly messages: ToPage[] = [];
  readonly run = newRun(7);
  readonly feed: RunFeed;

  /** `onPost` is called when a message is sent. */
  constructor(onPost: () => void = () => undefined) {
    this.feed = new RunFeed({
      post: (message) => {
        assert.ok(isToPage(JSON.parse(JSON.stringify(message))), JSON.stringify(message).slice(0, 500));
        this.messages.push(message);
        onPost();
      },
      ask,
      record: () => Promise.resolve(undefined),
      headOf: (run) => (run.record ? recordHead(run.record, run.number, ['runAgain']) : headOfScript(run)),
      run: (number) => (number === 7 ? this.run : undefined),
    });
    this.feed.begin(this.run);
    this.take();
  }

  /** Shows the present content of a record. */
  async show(record: RunRecord): Promise<void> {
    await this.run.take(record, ask);
    await this.feed.show();
  }

  take(): readonly ToPage[] {
    return this.messages.splice(0);
  }

  of<Type extends ToPage['type']>(type: Type): readonly Extract<ToPage, { readonly type: Type }>[] {
    return this.messages.filter(
      (message): message is Extract<ToPage, { readonly type: Type }> => message.type === type,
    );
  }

  /** Describes messages as `0 x`: entries from 0 on, the first of which is `x`. Frames are left out. */
  sketch(): readonly string[] {
    return this.messages.flatMap((message) =>
      message.type === 'frame'
        ? []
        : message.type === 'entries'
          ? `${message.from} ${message.entries[0]?.text}`
          : message.type,
    );
  }

  async answer(source: Source, query: PageQuery) {
    this.take();
    await this.feed.answer({ type: 'value', request: 3, source, query });
    const [reply] = this.of('value');
    assert.equal(reply?.request, 3);
    return reply.answer;
  }

  async details(call: number) {
    this.take();
    await this.feed.answer({ type: 'call', request: 3, call });
    const [reply] = this.of('call');
    assert.equal(reply?.request, 3);
    return reply;
  }
}

function writeLines(run: ShownRun, count: number, text: string): void {
  const observer = run.observer();
  for (let at = 0; at < count; at += 1) observer.onLog?.({ level: 'log', text, ms: at });
}

/** Sending takes as long as a slice of work may. */
function takeSlice(): void {
  const slice = new TimeSlice();
  while (!slice.isOver);
}

describe('what the page of a run is sent', () => {
  it('is the output, the frame, the bars and the head', async () => {
    const sent = new Sent();
    const callList = [callOf(1, 'geo.city', [1, 2, 3])];
    await sent.show(recordOf({ callList, output: [line(1, 'two\nlines')] }));
    assert.deepEqual(
      sent.messages.map(({ type }) => type),
      ['entries', 'frame', 'bars', 'head'],
    );
    assert.deepEqual(sent.of('entries')[0]?.entries, [
      { at: 1, kind: 'warn', text: 'two\nlines', opens: false },
    ]);
  });

  it('is then only what is new', async () => {
    const sent = new Sent();
    const calls = [callOf(1, 'geo.city', [1, 2, 3]), callOf(2, 'geo.city', [1, 2, 300])];
    const { answeredAt: _answered, ...waiting } = { ...calls[1], state: 'unknown' } as (typeof calls)[number];
    await sent.show({ ...open, callList: [...calls.slice(0, 1), waiting], output: [line(1, 'one')] });
    sent.take();
    const over = recordOf({ callList: calls, output: [line(1, 'one'), line(1, 'two')] });
    await sent.show(over);
    assert.deepEqual(
      sent.of('bars').flatMap(({ bars }) => bars.map(({ call, state }) => [call, state])),
      [[2, 'finished']],
    );
    assert.deepEqual(
      sent.of('entries').map(({ from, entries }) => [from, entries.map(({ text }) => text)]),
      [[1, ['two']]],
    );
    sent.take();
    await sent.show(over);
    assert.deepEqual(sent.messages, []);
  });

  it('comes in pieces where there are many calls, and again for a page that is loaded again', async () => {
    const sent = new Sent();
    const callList = Array.from({ length: 5_000 }, (_, index) => callOf(index + 1, 'geo.city', [1, 2, 3]));
    const pieces = () => sent.of('bars').map(({ bars }) => bars.length);
    await sent.show(recordOf({ callList }));
    assert.deepEqual(pieces(), [2_000, 2_000, 1_000]);
    sent.feed.begin(sent.run);
    sent.take();
    await sent.feed.show();
    assert.deepEqual(pieces(), [2_000, 2_000, 1_000]);
  });

  it('comes in slices between which others have their turn', async () => {
    let turns = 0;
    const sent = new Sent(takeSlice);
    writeLines(sent.run, 6_000, 'x');
    const turn = setInterval(() => (turns += 1), 0);
    await sent.feed.show();
    clearInterval(turn);
    assert.ok(turns >= 2, `${turns} turns`);
    assert.deepEqual(sent.sketch(), ['0 x', '2000 x', '4000 x', 'head']);
  });

  it('has the lines that come while others are sent', async () => {
    const sent = new Sent(takeSlice);
    writeLines(sent.run, 3_000, 'x');
    const first = sent.feed.show();
    await setImmediate();
    writeLines(sent.run, 500, 'y');
    await first;
    assert.equal(sent.of('entries').flatMap(({ entries }) => entries).length, 3_500);
  });

  it('is nothing more of a run once another one is shown', async () => {
    const sent = new Sent(takeSlice);
    const other = newRun(8);
    writeLines(sent.run, 6_000, 'x');
    writeLines(other, 4_000, 'y');
    const first = sent.feed.show();
    await setImmediate();
    sent.feed.begin(other);
    await Promise.all([first, sent.feed.show()]);
    const kinds = sent.sketch();
    assert.deepEqual(kinds.slice(kinds.lastIndexOf('begin')), ['begin', '0 y', '2000 y', 'head']);
    assert.ok(kinds.includes('0 x') && !kinds.includes('4000 x'), kinds.join());
  });

  it('is all of the run again for a page that loads anew meanwhile', async () => {
    const sent = new Sent(takeSlice);
    writeLines(sent.run, 6_000, 'x');
    const first = sent.feed.show();
    await setImmediate();
    sent.feed.begin(sent.run);
    await Promise.all([first, sent.feed.show()]);
    const kinds = sent.sketch();
    assert.deepEqual(kinds.slice(kinds.lastIndexOf('begin')), ['begin', '0 x', '2000 x', '4000 x', 'head']);
  });

  it('is the code by lines as JavaScript ends them, with what hides in it as escapes', () => {
    const sent = new Sent();
    sent.feed.code(sent.run, 'a\r\nb\u2028c\u202e', []);
    assert.deepEqual(sent.of('code')[0]?.lines, ['a', 'b', 'c\\u{202e}']);
  });

  it('has no code of a run that is not shown any more', () => {
    const sent = new Sent();
    sent.feed.code(newRun(2), 'a', []);
    assert.deepEqual(sent.messages, []);
  });

  it('has no value of the run that is not asked for', async () => {
    const sent = new Sent();
    const call = callOf(1, 'geo.city', [1, 2, 3], { input: { v: 'marked' }, output: { v: 'marked' } });
    await sent.show(recordOf({ callList: [call], value: { v: 'marked' }, args: { v: 'marked' } }));
    assert.doesNotMatch(JSON.stringify(sent.messages), /marked/);
  });

  it('has names and texts of servers and scripts with what hides in them as escapes, or without it', async () => {
    const sent = new Sent();
    const failure = { code: 'tool_failed', message: 'no\u202ebody', failure: { bytes: 1 } } as const;
    await sent.show(
      recordOf({
        title: 'ti\u202etle',
        callList: [callOf(1, 'ge\u202eo.ci\u202ety', [1, 2, 3], { state: 'failed', error: failure })],
        errors: [{ code: 'script_error', message: 'er\u202eror' }],
        output: [{ kind: 'progress', at: 1, message: 'pro\u202egress' }],
      }),
    );
    assert.doesNotMatch(JSON.stringify(sent.messages), /\u202e/);
  });
});

describe('what the page of a run is answered', () => {
  const record = recordOf({
    callList: [
      callOf(1, 'geo.city', [1, 2, 3], {
        output: { v: { name: 'Bern' } },
        writes: true,
        decision: { allowed: true, by: 'user' },
      }),
      callOf(2, 'geo.city', [1, 2, 3], {
        state: 'failed',
        error: { code: 'tool_failed', message: 'not found', failure: { v: { code: 'tool_failed' } } },
      }),
    ],
    value: { bytes: 5 },
    args: { v: { city: 'Bern' } },
  });
  let sent: Sent;
  beforeEach(async () => {
    sent = new Sent();
    const named = [3, 9].map((at) => ({ server: 'geo', tool: 'city', position: { line: at } }));
    sent.feed.code(sent.run, '', named);
    await sent.show(record);
  });
  const members = (source: Source) => sent.answer(source, { kind: 'members', path: [], from: 0 });

  it('is what is known of a call', async () => {
    const { facts, values } = await sent.details(1);
    const texts = new Map(facts.map(({ name, text }) => [name, text]));
    assert.equal(texts.get('Tool'), 'tools.geo.city, can write');
    assert.equal(texts.get('Approved by'), 'you, for this run');
    assert.match(texts.get('Line') ?? '', /^one of 3, 9/);
    assert.deepEqual(
      values.map(({ name }) => name),
      ['Input', 'Output'],
    );
  });

  it('is the failure of a call that failed', async () => {
    const { problem, values } = await sent.details(2);
    assert.deepEqual([problem, values.map(({ name }) => name)], ['not found', ['Input', 'Failure']]);
  });

  it('is that the values of a call without a record were not recorded', async () => {
    const live = new Sent();
    live.run.observer().onCallStarted?.({ sequence: 1, path: 'tools.x.y' });
    const { values } = await live.details(1);
    assert.match(values[0]?.note ?? '', /^not recorded: codeMode\.runs\.record/);
  });

  for (const [what, source] of [
    ['a value of a call', { of: 'output', n: 1 }],
    ['its arguments', { of: 'args', n: 0 }],
  ] as const)
    it(`is a page of ${what}`, async () => {
      const answer = await members(source);
      assert.deepEqual(answer.kind === 'members' && [answer.total, answer.nodes[0]?.shown], [1, '"Bern"']);
    });

  it('is a page of a table, in the order that was asked for', async () => {
    const live = new Sent();
    await live.run.ended(outcome);
    const sort = { column: 0, descending: false };
    const query = { kind: 'table', path: [], from: 0, filter: '', sort } as const;
    const answer = await live.answer({ of: 'value', n: 7 }, query);
    assert.deepEqual(answer.kind === 'table' && answer.rows.map(({ index }) => index), [1, 0]);
  });

  it('is why there is no value', async () => {
    assert.deepEqual(await members({ of: 'value', n: 7 }), { kind: 'none', why: 'omitted' });
    for (const source of [
      { of: 'value', n: 99 },
      { of: 'output', n: 99 },
    ] as const)
      assert.deepEqual(await members(source), { kind: 'none', why: 'missing' });
  });

  it('is the text to copy', async () => {
    const source = { of: 'output', n: 1 } as const;
    const value = await sent.feed.ask(source, { kind: 'text', path: [0] });
    assert.equal(value.kind === 'text' && value.text, 'Bern');
    const path = await sent.feed.ask(source, { kind: 'path', path: [0], root: 'output' });
    assert.equal(path.kind === 'text' && path.text, 'output.name');
  });
});

describe('the head of the page of a script', () => {
  it('offers to stop what is on, and to pin and compare what is over', async () => {
    const run = newRun(1);
    assert.deepEqual(headOfScript(run).actions, ['stop', 'showOutput']);
    await run.ended(outcome);
    assert.deepEqual(headOfScript(run).actions, [
      'run',
      'pin',
      'compare',
      'openInEditor',
      'insertComment',
      'showOutput',
    ]);
  });

  it('offers no replay of a selection, whose record is not of the script', async () => {
    const heads = await Promise.all(
      (['script', 'selection', 'replay'] as const).map(async (of) => {
        const run = newRun(1, of);
        await run.ended({ ...outcome, runId: 'k3f9-2b71' });
        return headOfScript(run);
      }),
    );
    assert.deepEqual(
      heads.map(({ state, actions }) => `${state}: ${actions.includes('replay')}`),
      ['Finished: true', 'Finished (selection): false', 'Finished (replay): true'],
    );
    assert.match(heads[1]?.runs[0]?.label ?? '', /, selection$/);
  });
});
