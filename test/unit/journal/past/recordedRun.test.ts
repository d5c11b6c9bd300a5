import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../src/base/json.ts';
import type { PastAnswer } from '../../../../src/engine/pastRun.ts';
import type { CallShape } from '../../../../src/journal/record/callKey.ts';
import {
  knownCall,
  RecordedCallIndex,
  withEarlier,
  type KnownCall,
} from '../../../../src/journal/past/knownCalls.ts';
import { RecordedRun, type RecordedRunParts } from '../../../../src/journal/past/recordedRun.ts';
import { readValue, type RecordedCall } from '../../../../src/journal/record/runRecord.ts';
import { callOf } from '../../../fakes/runRecords.ts';
import { toolCall } from '../../../fakes/startedRun.ts';

type More = Partial<RecordedCall> & { readonly retried?: boolean };

/** A finished write of `input` that was answered with `output`. */
function known(
  call: number,
  name: string,
  input: JsonObject,
  { retried = false, ...more }: More = {},
): KnownCall {
  const shape: CallShape = { target: 'tool', server: 's', name, form: 'value', input };
  const recorded = callOf(call, `s.${name}`, [call * 10, call * 10, call * 10 + 5], {
    writes: true,
    output: { v: `${name} ${call}` },
    ...more,
  });
  return knownCall(recorded, shape, '00000-00000000', retried);
}

/** A call that was sent, and whose run ended before the answer. */
function inFlight(call: number, name: string, input: JsonObject, more: More = {}): KnownCall {
  const { recorded, ...others } = known(call, name, input, more);
  const { answeredAt: _answeredAt, output: _output, ...open } = recorded;
  return { ...others, recorded: { ...open, state: 'unknown' } };
}

/** The redaction with the known secrets. */
const redacted = {
  value: (value: JsonValue) => JSON.parse(JSON.stringify(value).replaceAll(/secret-\d/g, '•••')) as JsonValue,
  name: (name: string) => name,
};

async function past(calls: readonly KnownCall[], more: Partial<RecordedRunParts> = {}): Promise<RecordedRun> {
  return new RecordedRun({
    run: { id: 'r', title: 'Writes', startedAt: 1_000 },
    calls: await RecordedCallIndex.of(calls),
    redacted,
    course: undefined,
    results: {},
    live: true,
    certain: new Set<number>(),
    values: { value: (value) => readValue(value, () => Promise.resolve(undefined)) },
    ...more,
  });
}

const made = (sequence: number, tool: string, input: JsonObject) => toolCall(sequence, `s.${tool}`, input);

function said(answer: PastAnswer): string {
  if (answer.kind === 'recorded')
    return answer.reply.ok ? JSON.stringify(answer.reply.value) : answer.reply.error.code;
  return answer.kind === 'stop' ? answer.error.code : answer.kind;
}

describe('a recorded run as the past of another', () => {
  it('gives each answer once, in the order in which the same calls were made', async () => {
    const run = await past([known(1, 'add', { n: 1 }), known(2, 'add', { n: 2 }), known(3, 'add', { n: 1 })]);
    const answers = [];
    for (const [sequence, n] of [2, 1, 1, 1].entries())
      answers.push(said(await run.answer(made(sequence + 10, 'add', { n }))));
    assert.deepEqual(answers, ['"add 2"', '"add 1"', '"add 3"', 'makeNow']);
  });

  it('serves no call that differs in what the record hides, but in its place', async () => {
    const calls = () => [
      known(1, 'login', { key: '•••' }),
      known(2, 'pay', { key: '•••' }),
      known(3, 'pay', { key: '•••' }),
    ];
    const inStep = await past(calls());
    for (const [sequence, tool] of ['login', 'pay', 'pay'].entries()) {
      assert.equal(
        said(await inStep.answer(made(sequence + 1, tool, { key: 'secret-1' }))),
        `"${tool} ${sequence + 1}"`,
      );
    }
    const edited = await past(calls());
    assert.equal(said(await edited.answer(made(1, 'other', {}))), 'makeNow');
    assert.equal(said(await edited.answer(made(2, 'pay', { key: 'secret-2' }))), 'not_recorded');
    const replayed = await past(calls(), { live: false });
    assert.equal(said(await replayed.answer(made(1, 'other', {}))), 'diverged');
    assert.equal(said(await replayed.answer(made(2, 'pay', { key: 'secret-2' }))), 'diverged');
  });

  it('makes no write that may be one of the record whose secret is not known now', async () => {
    const run = await past([
      known(1, 'pay', { key: '•••', to: 'a' }),
      known(2, 'note', { text: 'with ••• in it' }, { writes: false }),
    ]);
    assert.equal(said(await run.answer(made(5, 'pay', { key: 'unknown', to: 'b' }))), 'makeNow');
    assert.equal(said(await run.answer(made(6, 'pay', { key: 'unknown', to: 'a' }))), 'not_recorded');
    assert.equal(said(await run.answer(made(7, 'note', { text: 'with secret-1 in it' }))), 'makeNow');
  });

  it('asks about a write in flight of which the record hides a part', async () => {
    const run = await past([inFlight(1, 'pay', { key: '•••' })]);
    assert.equal(said(await run.answer(made(3, 'pay', { key: 'secret-1' }))), 'inFlight');
  });

  it('asks about a write in flight, and makes a read in flight again', async () => {
    const run = await past([
      inFlight(1, 'add', {}),
      inFlight(2, 'list', {}, { writes: false }),
      known(3, 'add', { n: 1 }, { retried: true, state: 'failed' }),
    ]);
    const answer = await run.answer(made(1, 'add', {}));
    assert.deepEqual(answer.kind === 'inFlight' && answer.sentAt, 1_010);
    assert.equal(said(await run.answer(made(2, 'list', {}))), 'makeNow');
    assert.equal(said(await run.answer(made(3, 'add', { n: 1 }))), 'makeNow');
  });

  it('does not give what was read before a write that is made now', async () => {
    const reads = [known(1, 'list', {}, { writes: false }), known(2, 'list', {}, { writes: false })];
    const run = await past(reads);
    assert.equal(said(await run.answer(made(1, 'list', {}))), '"list 1"');
    run.madeNow(made(2, 'add', {}), true);
    assert.equal(said(await run.answer(made(3, 'list', {}))), 'makeNow');
  });

  it('ends a replay, and a run of the same code, at the first call that differs', async () => {
    const calls = () => [known(1, 'add', { n: 1 })];
    assert.equal(
      said(await (await past(calls(), { live: false })).answer(made(1, 'add', { n: 2 }))),
      'diverged',
    );
    assert.equal(
      said(await (await past(calls(), { certain: new Set([1]) })).answer(made(1, 'add', { n: 2 }))),
      'diverged',
    );
    assert.equal(
      said(await (await past(calls(), { certain: new Set([1]) })).answer(made(2, 'add', { n: 2 }))),
      'makeNow',
    );
  });

  it('says which answer is not recorded', async () => {
    const answer = await (
      await past([known(1, 'add', {}, { output: { bytes: 5 } })])
    ).answer(made(1, 'add', {}));
    assert.match(
      answer.kind === 'stop' ? answer.error.message : '',
      /the answer of call 1 \(tools\.s\.add\) is not known.*codeMode\.runs\.record/,
    );
  });

  it('sends no server what stands in the record for a secret', async () => {
    const output = { v: { token: '•••' }, redacted: true } as const;
    const run = await past([known(1, 'login', {}, { output })]);
    await run.answer(made(1, 'login', {}));
    assert.equal(said(await run.answer(made(2, 'add', { token: '•••' }))), 'not_recorded');
    assert.equal(said(await run.answer(made(3, 'add', { n: 1 }))), 'makeNow');
  });

  it('knows what the run before it did, where it was itself cut off before it heard of it', async () => {
    const before = [known(1, 'add', { n: 1 }), known(2, 'add', { n: 2 }), known(3, 'add', { n: 3 })];
    const cutOff = [
      known(1, 'add', { n: 1 }, { output: { v: 'again' } }),
      inFlight(2, 'add', { n: 2 }, { state: 'not_called' }),
    ];
    const { sentAt: _sentAt, ...unsent } = cutOff[1]?.recorded ?? assert.fail();
    const run = await past(
      await withEarlier(
        [cutOff[0] ?? assert.fail(), { ...(cutOff[1] ?? assert.fail()), recorded: unsent }],
        before,
      ),
    );
    const answers = [];
    for (const n of [1, 2, 3, 4]) answers.push(said(await run.answer(made(n, 'add', { n }))));
    assert.deepEqual(answers, ['"again"', '"add 2"', '"add 3"', 'makeNow']);
  });
});
