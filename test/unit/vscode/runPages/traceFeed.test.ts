import assert from 'node:assert/strict';
import { answerQuery } from '../../../../src/runs/answerQuery.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import { ValuePieces } from '../../../../src/runs/valuePieces.ts';
import { TraceFeed } from '../../../../src/vscode/runPages/traceFeed.ts';
import { isToTrace, type ToTrace } from '../../../../src/webview/trace/traceMessages.ts';
import { callOf, recordOf } from '../../../fakes/runRecords.ts';

class Sent {
  readonly messages: ToTrace[] = [];
  readonly feed = new TraceFeed({
    post: (message) => {
      assert.ok(isToTrace(JSON.parse(JSON.stringify(message))), JSON.stringify(message).slice(0, 500));
      this.messages.push(message);
    },
    ask: (value, query) => Promise.resolve('v' in value ? answerQuery(new ValuePieces(value.v), query) : { kind: 'none', why: 'omitted' }),
    actionsOf: () => ['runAgain'],
  });

  take(): readonly ToTrace[] {
    return this.messages.splice(0);
  }

  of<Type extends ToTrace['type']>(type: Type): readonly Extract<ToTrace, { readonly type: Type }>[] {
    return this.messages.filter((message): message is Extract<ToTrace, { readonly type: Type }> => message.type === type);
  }
}

const { durationMs: _none, ...open } = recordOf({ state: 'running' });

describe('what a trace is sent', () => {
  it('is the head, the frame, the bars and the output', () => {
    const sent = new Sent();
    const output: RunRecord['output'] = [{ kind: 'log', at: 1, level: 'warn', ms: 1, text: { v: 'two\nlines' } }];
    sent.feed.show(recordOf({ callList: [callOf(1, 'geo.city', [1, 2, 3])], output }), 0);
    assert.deepEqual(
      sent.messages.map(({ type }) => type),
      ['head', 'frame', 'bars', 'entries'],
    );
    assert.deepEqual(sent.of('entries')[0]?.entries, [{ at: 1, kind: 'warn', text: 'two\nlines', opens: false }]);
  });

  it('is then only what is new', () => {
    const sent = new Sent();
    const calls = [callOf(1, 'geo.city', [1, 2, 3]), callOf(2, 'geo.city', [1, 2, 300])];
    const { answeredAt: _answered, ...waiting } = { ...calls[1], state: 'unknown' } as (typeof calls)[number];
    const first = { ...open, callList: [...calls.slice(0, 1), waiting] };
    sent.feed.show(first, open.startedAt + 200);
    sent.take();
    sent.feed.show(first, open.startedAt + 200);
    assert.deepEqual(sent.take(), []);
    sent.feed.show({ ...open, callList: calls }, open.startedAt + 300);
    assert.deepEqual(
      sent.of('bars').flatMap(({ bars }) => bars.map(({ call, state }) => [call, state])),
      [[2, 'finished']],
    );
  });

  it('is everything again when the page is loaded again', () => {
    const sent = new Sent();
    sent.feed.show(recordOf({ callList: [callOf(1, 'geo.city', [1, 2, 3])] }), 0);
    sent.take();
    sent.feed.begin();
    sent.feed.show(recordOf({ callList: [callOf(1, 'geo.city', [1, 2, 3])] }), 0);
    assert.equal(sent.of('bars').length, 1);
  });

  it('comes in pieces where there are many calls', () => {
    const sent = new Sent();
    sent.feed.show(recordOf({ callList: Array.from({ length: 12_000 }, (_, index) => callOf(index + 1, 'geo.city', [1, 2, 3])) }), 0);
    assert.deepEqual(
      sent.of('bars').map(({ bars }) => bars.length),
      [5_000, 5_000, 2_000],
    );
  });

  it('is the code by lines as JavaScript ends them, with what hides in it as escapes', () => {
    const sent = new Sent();
    sent.feed.code('a\r\nb\u2028c\u202e', []);
    assert.deepEqual(sent.of('code')[0]?.lines, ['a', 'b', 'c\\u{202e}']);
  });

  it('has no value of the run that is not asked for', () => {
    const sent = new Sent();
    const call = callOf(1, 'geo.city', [1, 2, 3], { input: { v: 'marked' }, output: { v: 'marked' } });
    sent.feed.show(recordOf({ callList: [call], value: { v: 'marked' }, args: { v: 'marked' } }), 0);
    assert.doesNotMatch(JSON.stringify(sent.messages), /marked/);
  });

  it('has names and texts of servers and scripts with what hides in them as escapes, or without it', () => {
    const sent = new Sent();
    const failure = { code: 'tool_failed', message: 'no\u202ebody', failure: { bytes: 1 } } as const;
    sent.feed.show(
      recordOf({
        title: 'ti\u202etle',
        callList: [callOf(1, 'ge\u202eo.ci\u202ety', [1, 2, 3], { state: 'failed', error: failure })],
        errors: [{ code: 'script_error', message: 'er\u202eror' }],
        output: [{ kind: 'progress', at: 1, message: 'pro\u202egress' }],
      }),
      0,
    );
    assert.doesNotMatch(JSON.stringify(sent.messages), /\u202e/);
  });
});

describe('what a trace is answered', () => {
  const record = recordOf({
    callList: [
      callOf(1, 'geo.city', [1, 2, 3], { output: { v: { name: 'Bern' } }, writes: true, decision: { allowed: true, by: 'user' } }),
      callOf(2, 'geo.city', [1, 2, 3], {
        state: 'failed',
        error: { code: 'tool_failed', message: 'not found', failure: { v: { code: 'tool_failed' } } },
      }),
    ],
    value: { bytes: 5 },
  });
  const asked = async (question: Parameters<TraceFeed['answer']>[0]) => {
    const sent = new Sent();
    sent.feed.code('', [
      { server: 'geo', tool: 'city', position: { line: 3 } },
      { server: 'geo', tool: 'city', position: { line: 9 } },
    ]);
    sent.feed.show(record, 0);
    sent.take();
    const text = await sent.feed.answer(question);
    return { text, replies: sent.messages };
  };

  it('is what is known of a call', async () => {
    const { replies } = await asked({ type: 'call', request: 7, call: 1 });
    const [reply] = replies;
    assert.ok(reply?.type === 'call' && reply.request === 7);
    const facts = new Map(reply.facts.map(({ name, text }) => [name, text]));
    assert.equal(facts.get('Tool'), 'tools.geo.city, can write');
    assert.equal(facts.get('Allowed by'), 'you, in this run');
    assert.match(facts.get('Line') ?? '', /^one of 3, 9/);
    assert.deepEqual(
      reply.values.map(({ name }) => name),
      ['Input', 'Output'],
    );
  });

  it('is the failure of a call that failed', async () => {
    const { replies } = await asked({ type: 'call', request: 7, call: 2 });
    const [reply] = replies;
    assert.ok(reply?.type === 'call');
    assert.equal(reply.problem, 'not found');
    assert.deepEqual(
      reply.values.map(({ name }) => name),
      ['Input', 'Failure'],
    );
  });

  it('is a page of a value', async () => {
    const { replies } = await asked({ type: 'members', request: 1, source: { of: 'output', n: 1 }, path: [], from: 0 });
    assert.ok(replies[0]?.type === 'members');
    assert.deepEqual([replies[0].total, replies[0].nodes[0]?.shown], [1, '"Bern"']);
  });

  it('is why there is no value', async () => {
    const { replies } = await asked({ type: 'members', request: 1, source: { of: 'value', n: 0 }, path: [], from: 0 });
    assert.match(replies[0]?.type === 'noValue' ? replies[0].why : '', /^Not recorded/);
  });

  it('is nothing of a call that is not there', async () => {
    const { replies } = await asked({ type: 'members', request: 1, source: { of: 'output', n: 99 }, path: [], from: 0 });
    assert.equal(replies[0]?.type, 'noValue');
  });

  it('is the text to copy', async () => {
    const source = { of: 'output', n: 1 } as const;
    assert.equal((await asked({ type: 'copy', source, path: [0], what: 'value' })).text, 'Bern');
    assert.equal((await asked({ type: 'copy', source, path: [0], what: 'path' })).text, 'output.name');
  });
});
