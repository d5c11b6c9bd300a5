import assert from 'node:assert/strict';
import { answerQuery } from '../../../../src/journal/values/answerQuery.ts';
import type { RecordedValue } from '../../../../src/journal/record/runEvent.ts';
import type { RunRecord } from '../../../../src/journal/record/runRecord.ts';
import { ValuePieces } from '../../../../src/journal/values/valuePieces.ts';
import type { ValueAnswer, ValueQuery } from '../../../../src/journal/values/valueQueries.ts';
import { recordHead } from '../../../../src/vscode/runPages/pageTexts.ts';
import { RunFeed } from '../../../../src/vscode/runPages/runFeed.ts';
import { ShownRun } from '../../../../src/vscode/runPages/shownRun.ts';
import { isToPage, type Source, type ToPage } from '../../../../src/vscode/pages/run/runMessages.ts';
import { callOf, recordOf } from '../../../fakes/runRecords.ts';

const ask = (value: RecordedValue, query: ValueQuery): Promise<ValueAnswer> =>
  Promise.resolve(
    'v' in value ? answerQuery(new ValuePieces(value.v), query) : { kind: 'none', why: 'omitted' },
  );

class Sent {
  readonly messages: ToPage[] = [];
  readonly run = new ShownRun(1, { startedAt: 0 }, () => undefined);
  readonly feed = new RunFeed({
    post: (message) => {
      assert.ok(isToPage(JSON.parse(JSON.stringify(message))), JSON.stringify(message).slice(0, 500));
      this.messages.push(message);
    },
    ask: (value, query) => ask('v' in value ? value : { bytes: 1 }, query),
    record: () => Promise.resolve(undefined),
    headOf: ({ record = recordOf() }) => recordHead(record, 1, ['runAgain']),
    run: () => this.run,
  });

  constructor() {
    this.feed.begin(this.run);
    this.take();
  }

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
}

const { durationMs: _none, ...open } = recordOf({ state: 'running' });

describe('what the page of a recorded run is sent', () => {
  it('is the output, the frame, the bars and the head', async () => {
    const sent = new Sent();
    const output: RunRecord['output'] = [
      { kind: 'log', at: 1, level: 'warn', ms: 1, text: { v: 'two\nlines' } },
    ];
    await sent.show(recordOf({ callList: [callOf(1, 'geo.city', [1, 2, 3])], output }));
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
    const one: RunRecord['output'][number] = { kind: 'log', at: 1, level: 'log', ms: 1, text: { v: 'one' } };
    await sent.show({ ...open, callList: [...calls.slice(0, 1), waiting], output: [one] });
    sent.take();
    await sent.show({ ...open, callList: calls, output: [one, { ...one, text: { v: 'two' } }] });
    assert.deepEqual(
      sent.of('bars').flatMap(({ bars }) => bars.map(({ call, state }) => [call, state])),
      [[2, 'finished']],
    );
    assert.deepEqual(
      sent.of('entries').map(({ from, entries }) => [from, entries.map(({ text }) => text)]),
      [[1, ['two']]],
    );
  });

  it('is everything again when the page is loaded again', async () => {
    const sent = new Sent();
    await sent.show(recordOf({ callList: [callOf(1, 'geo.city', [1, 2, 3])] }));
    sent.take();
    sent.feed.begin(sent.run);
    await sent.feed.show();
    assert.equal(sent.of('bars').length, 1);
  });

  it('comes in pieces where there are many calls', async () => {
    const sent = new Sent();
    await sent.show(
      recordOf({
        callList: Array.from({ length: 5_000 }, (_, index) => callOf(index + 1, 'geo.city', [1, 2, 3])),
      }),
    );
    assert.deepEqual(
      sent.of('bars').map(({ bars }) => bars.length),
      [2_000, 2_000, 1_000],
    );
  });

  it('is the code by lines as JavaScript ends them, with what hides in it as escapes', () => {
    const sent = new Sent();
    sent.feed.code(sent.run, 'a\r\nb\u2028c\u202e', []);
    assert.deepEqual(sent.of('code')[0]?.lines, ['a', 'b', 'c\\u{202e}']);
  });

  it('has no code of a run that is not shown any more', () => {
    const sent = new Sent();
    sent.feed.code(new ShownRun(2, { startedAt: 0 }, () => undefined), 'a', []);
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

describe('what the page of a recorded run is answered', () => {
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
  const shown = async () => {
    const sent = new Sent();
    sent.feed.code(sent.run, '', [
      { server: 'geo', tool: 'city', position: { line: 3 } },
      { server: 'geo', tool: 'city', position: { line: 9 } },
    ]);
    await sent.show(record);
    sent.take();
    return sent;
  };
  const details = async (call: number) => {
    const sent = await shown();
    await sent.feed.answer({ type: 'call', request: 7, call });
    const [reply] = sent.messages;
    assert.ok(reply?.type === 'call' && reply.request === 7);
    return reply;
  };
  /** Returns the answer about the members of the value. */
  const members = async (source: Source) => {
    const sent = await shown();
    await sent.feed.answer({
      type: 'value',
      request: 1,
      source,
      query: { kind: 'members', path: [], from: 0 },
    });
    const [reply] = sent.messages;
    return reply?.type === 'value' ? reply.answer : undefined;
  };

  it('is what is known of a call', async () => {
    const reply = await details(1);
    const facts = new Map(reply.facts.map(({ name, text }) => [name, text]));
    assert.equal(facts.get('Tool'), 'tools.geo.city, can write');
    assert.equal(facts.get('Approved by'), 'you, for this run');
    assert.match(facts.get('Line') ?? '', /^one of 3, 9/);
    assert.deepEqual(
      reply.values.map(({ name }) => name),
      ['Input', 'Output'],
    );
  });

  it('is the failure of a call that failed', async () => {
    const reply = await details(2);
    assert.equal(reply.problem, 'not found');
    assert.deepEqual(
      reply.values.map(({ name }) => name),
      ['Input', 'Failure'],
    );
  });

  for (const [what, source] of [
    ['a value of a call', { of: 'output', n: 1 }],
    ['its arguments', { of: 'args', n: 0 }],
  ] as const)
    it(`is a page of ${what}`, async () => {
      const answer = await members(source);
      assert.deepEqual(answer?.kind === 'members' && [answer.total, answer.nodes[0]?.shown], [1, '"Bern"']);
    });

  it('is why there is no value', async () => {
    assert.deepEqual(await members({ of: 'value', n: 1 }), { kind: 'none', why: 'omitted' });
    assert.deepEqual(await members({ of: 'output', n: 99 }), { kind: 'none', why: 'missing' });
  });

  it('is the text to copy', async () => {
    const { feed } = await shown();
    const source = { of: 'output', n: 1 } as const;
    const value = await feed.ask(source, { kind: 'text', path: [0] });
    assert.equal(value.kind === 'text' && value.text, 'Bern');
    const path = await feed.ask(source, { kind: 'path', path: [0], root: 'output' });
    assert.equal(path.kind === 'text' && path.text, 'output.name');
  });
});
