import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { TimeSlice } from '../../../../src/base/timeSlice.ts';
import { answerQuery } from '../../../../src/journal/values/answerQuery.ts';
import { ValuePieces } from '../../../../src/journal/values/valuePieces.ts';
import type { RunOutcome } from '../../../../src/engine/runOutcome.ts';
import { scriptHead } from '../../../../src/vscode/runPages/pageTexts.ts';
import { RunFeed } from '../../../../src/vscode/runPages/runFeed.ts';
import { ShownRun } from '../../../../src/vscode/runPages/shownRun.ts';
import { isToPage, type ToPage } from '../../../../src/vscode/pages/run/runMessages.ts';
import { done } from '../../../fakes/runStoreIn.ts';

const outcome: RunOutcome = { ...done, value: [{ id: 2 }, { id: 1 }], durationMs: 12 };

/** `onPost` is called when a message is sent. */
function fed(onPost: () => void = () => undefined) {
  const sent: ToPage[] = [];
  const run = new ShownRun(7, { startedAt: 0 }, () => undefined);
  const feed = new RunFeed({
    post: (message) => {
      assert.ok(isToPage(message), message.type);
      sent.push(message);
      onPost();
    },
    ask: (value, query) =>
      Promise.resolve(answerQuery(new ValuePieces('v' in value ? value.v : null), query)),
    record: () => Promise.resolve(undefined),
    headOf: (shown) =>
      scriptHead(shown, { script: 'file:///x/.code-mode/a.ts', title: '.code-mode/a.ts', runs: [run] }),
    run: (number) => (number === 7 ? run : undefined),
  });
  /** Frames are left out, since the frame of a running run changes each time. */
  const take = () => sent.splice(0).filter(({ type }) => type !== 'frame');
  feed.begin(run);
  return { run, feed, take };
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

/** Describes messages as `0 x`: entries from 0 on, the first of which is `x`. */
const sketch = (messages: readonly ToPage[]) =>
  messages.map((message) =>
    message.type === 'entries' ? `${message.from} ${message.entries[0]?.text}` : message.type,
  );

describe('what the page of a script is sent', () => {
  it('is the head first, and then only what is new', async () => {
    const { run, feed, take } = fed();
    await feed.show();
    assert.deepEqual(
      take().map(({ type }) => type),
      ['begin', 'head'],
    );
    run.observer().onLog?.({ level: 'log', text: 'x', ms: 1 });
    await feed.show();
    assert.deepEqual(take(), [
      { type: 'entries', from: 0, entries: [{ at: 1, kind: 'log', text: 'x', opens: false }] },
    ]);
    await feed.show();
    assert.deepEqual(take(), []);
  });

  it('comes in slices between which others have their turn', async () => {
    let turns = 0;
    const { run, feed, take } = fed(takeSlice);
    writeLines(run, 6_000, 'x');
    const turn = setInterval(() => (turns += 1), 0);
    await feed.show();
    clearInterval(turn);
    assert.ok(turns >= 2, `${turns} turns`);
    assert.deepEqual(sketch(take()), ['begin', '0 x', '2000 x', '4000 x', 'head']);
  });

  it('has the lines that come while others are sent', async () => {
    const { run, feed, take } = fed(takeSlice);
    writeLines(run, 3_000, 'x');
    const first = feed.show();
    await setImmediate();
    writeLines(run, 500, 'y');
    await first;
    assert.equal(
      take().reduce((sum, message) => sum + (message.type === 'entries' ? message.entries.length : 0), 0),
      3_500,
    );
  });

  it('is nothing more of a run once another one is shown', async () => {
    const { run, feed, take } = fed(takeSlice);
    const other = new ShownRun(8, { startedAt: 0 }, () => undefined);
    writeLines(run, 6_000, 'x');
    writeLines(other, 4_000, 'y');
    const first = feed.show();
    await setImmediate();
    feed.begin(other);
    await Promise.all([first, feed.show()]);
    const kinds = sketch(take());
    assert.deepEqual(kinds.slice(kinds.lastIndexOf('begin')), ['begin', '0 y', '2000 y', 'head']);
    assert.ok(kinds.includes('0 x') && !kinds.includes('4000 x'), kinds.join());
  });

  it('is all of the run again for a page that loads anew meanwhile', async () => {
    const { run, feed, take } = fed(takeSlice);
    writeLines(run, 6_000, 'x');
    const first = feed.show();
    await setImmediate();
    feed.begin(run);
    await Promise.all([first, feed.show()]);
    const kinds = sketch(take());
    assert.deepEqual(kinds.slice(kinds.lastIndexOf('begin')), ['begin', '0 x', '2000 x', '4000 x', 'head']);
  });

  it('is a page of a table, in the order that was asked for', async () => {
    const { run, feed, take } = fed();
    await run.ended(outcome);
    take();
    const source = { of: 'value', n: 7 } as const;
    await feed.answer({
      type: 'value',
      request: 3,
      source,
      query: { kind: 'table', path: [], from: 0, filter: '', sort: { column: 0, descending: false } },
    });
    const [reply] = take();
    assert.ok(reply?.type === 'value' && reply.answer.kind === 'table');
    assert.deepEqual([reply.request, reply.answer.rows.map(({ index }) => index)], [3, [1, 0]]);
  });

  it('says why there is no value', async () => {
    const { feed, take } = fed();
    take();
    await feed.answer({
      type: 'value',
      request: 1,
      source: { of: 'value', n: 99 },
      query: { kind: 'shape' },
    });
    assert.deepEqual(take(), [{ type: 'value', request: 1, answer: { kind: 'none', why: 'missing' } }]);
  });

  it('says that values of a call were not recorded', async () => {
    const { run, feed, take } = fed();
    run.observer().onCallStarted?.({ sequence: 1, path: 'tools.x.y', input: undefined });
    take();
    await feed.answer({ type: 'call', request: 1, call: 1 });
    const [details] = take();
    assert.match(JSON.stringify(details), /not recorded: codeMode\.runs\.record/);
  });

  it('offers to stop what is on, and to pin and compare what is over', async () => {
    const { run, feed, take } = fed();
    const actions = () =>
      take()
        .flatMap((message) => (message.type === 'head' ? [message.head.actions] : []))
        .at(-1);
    await feed.show();
    assert.deepEqual(actions(), ['stop', 'showOutput']);
    await run.ended(outcome);
    await feed.show();
    assert.deepEqual(actions(), ['run', 'pin', 'compare', 'openInEditor', 'insertComment', 'showOutput']);
  });
});

describe('the head of the page of a script', () => {
  it('offers no replay of a selection, whose record is not of the script', async () => {
    const heads = await Promise.all(
      (['script', 'selection', 'replay'] as const).map(async (of) => {
        const run = new ShownRun(1, { startedAt: 0, of }, () => undefined);
        await run.ended({ ...outcome, runId: 'k3f9-2b71' });
        return scriptHead(run, {
          script: 'file:///x/.code-mode/a.ts',
          title: '.code-mode/a.ts',
          runs: [run],
        });
      }),
    );
    assert.deepEqual(
      heads.map(({ state, actions }) => `${state}: ${actions.includes('replay')}`),
      ['Finished: true', 'Finished (selection): false', 'Finished (replay): true'],
    );
    assert.match(heads[1]?.runs[0]?.label ?? '', /, selection$/);
  });
});
