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

/** Makes calls in this order, and returns what the script hears of each. */
async function heard(run: RecordedRun, ...calls: readonly Parameters<typeof made>[]) {
  const answers: string[] = [];
  for (const call of calls) answers.push(said(await run.answer(made(...call))));
  return answers;
}

describe('a recorded run as the past of another', () => {
  it('gives each answer once, in the order in which the same calls were made', async () => {
    const run = await past([known(1, 'add', { n: 1 }), known(2, 'add', { n: 2 }), known(3, 'add', { n: 1 })]);
    assert.deepEqual(
      await heard(
        run,
        ...[2, 1, 1, 1].map((n, index): Parameters<typeof made> => [index + 10, 'add', { n }]),
      ),
      ['"add 2"', '"add 1"', '"add 3"', 'makeNow'],
    );
  });

  it('serves no call that differs in what the record hides, but in its place', async () => {
    const calls = () => [
      known(1, 'login', { key: '•••' }),
      known(2, 'pay', { key: '•••' }),
      known(3, 'pay', { key: '•••' }),
    ];
    const key = 'secret-1';
    const inStep = await heard(
      await past(calls()),
      [1, 'login', { key }],
      [2, 'pay', { key }],
      [3, 'pay', { key }],
    );
    assert.deepEqual(inStep, ['"login 1"', '"pay 2"', '"pay 3"']);
    const edited = await heard(await past(calls()), [1, 'other', {}], [2, 'pay', { key }]);
    assert.deepEqual(edited, ['makeNow', 'not_recorded']);
    const replayed = await heard(await past(calls(), { live: false }), [1, 'other', {}], [2, 'pay', { key }]);
    assert.deepEqual(replayed, ['diverged', 'diverged']);
  });

  it('makes no write that may be one of the record whose secret is not known now', async () => {
    const run = await past([
      known(1, 'pay', { key: '•••', to: 'a' }),
      known(2, 'note', { text: 'with ••• in it' }, { writes: false }),
    ]);
    assert.deepEqual(
      await heard(
        run,
        [5, 'pay', { key: 'unknown', to: 'b' }],
        [6, 'pay', { key: 'unknown', to: 'a' }],
        [7, 'note', { text: 'with secret-1 in it' }],
      ),
      ['makeNow', 'not_recorded', 'makeNow'],
    );
  });

  it('asks about a write in flight of which the record hides a part', async () => {
    const run = await past([inFlight(1, 'pay', { key: '•••' })]);
    assert.deepEqual(await heard(run, [3, 'pay', { key: 'secret-1' }]), ['inFlight']);
  });

  it('asks about a write in flight, and makes a read in flight again', async () => {
    const run = await past([
      inFlight(1, 'add', {}),
      inFlight(2, 'list', {}, { writes: false }),
      known(3, 'add', { n: 1 }, { retried: true, state: 'failed' }),
    ]);
    const answer = await run.answer(made(1, 'add', {}));
    assert.deepEqual(answer.kind === 'inFlight' && answer.sentAt, 1_010);
    assert.deepEqual(await heard(run, [2, 'list', {}], [3, 'add', { n: 1 }]), ['makeNow', 'makeNow']);
  });

  it('does not make a failed call again that was made again before, here or in an earlier run', async () => {
    const failed = known(1, 'add', {}, { retried: true, state: 'failed' });
    const later = [known(2, 'add', {}), inFlight(2, 'add', {})];
    for (const [index, other] of later.entries()) {
      const run = await past([failed, other], { certain: new Set([1]) });
      failed.served = false;
      assert.deepEqual(await heard(run, [1, 'add', {}], [2, 'add', {}]), [
        ['"add 2"', 'inFlight'][index],
        'makeNow',
      ]);
    }
  });

  it('does not give what was read before a write that is made now', async () => {
    const reads = [known(1, 'list', {}, { writes: false }), known(2, 'list', {}, { writes: false })];
    const run = await past(reads);
    assert.deepEqual(await heard(run, [1, 'list', {}]), ['"list 1"']);
    run.writesNow();
    assert.deepEqual(await heard(run, [3, 'list', {}]), ['makeNow']);
  });

  it('ends a replay, and a run of the same code, at the first call that differs', async () => {
    const pastWith = (more: Partial<RecordedRunParts>) => past([known(1, 'add', { n: 1 })], more);
    const certain = new Set([1]);
    assert.deepEqual(await heard(await pastWith({ live: false }), [1, 'add', { n: 2 }]), ['diverged']);
    assert.deepEqual(await heard(await pastWith({ certain }), [1, 'add', { n: 2 }]), ['diverged']);
    assert.deepEqual(await heard(await pastWith({ certain }), [2, 'add', { n: 2 }]), ['makeNow']);
  });

  it('says which answer is not recorded', async () => {
    const run = await past([known(1, 'add', {}, { output: { bytes: 5 } })]);
    const answer = await run.answer(made(1, 'add', {}));
    assert.match(
      answer.kind === 'stop' ? answer.error.message : '',
      /the answer of call 1 \(tools\.s\.add\) is not known.*codeMode\.runs\.record/,
    );
  });

  it('sends no server what stands in the record for a secret', async () => {
    const output = { v: { token: '•••' }, redacted: true } as const;
    const run = await past([known(1, 'login', {}, { output })]);
    const [, ...later] = await heard(
      run,
      [1, 'login', {}],
      [2, 'add', { token: '•••' }],
      [3, 'add', { n: 1 }],
    );
    assert.deepEqual(later, ['not_recorded', 'makeNow']);
  });

  it('knows what the run before it did, where it was itself cut off before it heard of it', async () => {
    const before = [1, 2, 3].map((n) => known(n, 'add', { n }));
    const { recorded, ...others } = inFlight(2, 'add', { n: 2 }, { state: 'not_called' });
    const { sentAt: _sentAt, ...unsent } = recorded;
    const own = [known(1, 'add', { n: 1 }, { output: { v: 'again' } }), { ...others, recorded: unsent }];
    const run = await past(await withEarlier(own, before, () => false));
    assert.deepEqual(
      await heard(run, ...[1, 2, 3, 4].map((n): Parameters<typeof made> => [n, 'add', { n }])),
      ['"again"', '"add 2"', '"add 3"', 'makeNow'],
    );
  });

  it('knows what the run before it did, also where it was cut off before it knew the names of the tool', async () => {
    const { recorded, ...others } = inFlight(1, 'raw_add', {});
    const { sentAt: _sentAt, ...unsent } = recorded;
    const own = [{ ...others, recorded: { ...unsent, state: 'not_called' as const, writes: false } }];
    const run = await past(await withEarlier(own, [known(1, 'add', {})], () => false), {
      certain: new Set([1]),
    });
    assert.equal(said(await run.answer(made(1, 'raw_add', {}), made(1, 'add', {}))), '"add 1"');
  });

  describe('in which a saved script was called', () => {
    const before = inFlight(1, 'script', {});
    const at = { run: 'own', call: 1 };
    const has = ({ run }: KnownCall['at']) => run === before.at.run;
    const scripts = { has, past: () => Promise.resolve({ problem: 'planted' }) };
    const scriptOf = async (calls: readonly KnownCall[]) => {
      const run = await past(calls, { scripts });
      await run.answer(made(1, 'script', {}));
      return run.scriptRun(1, '');
    };

    for (const [what, own] of [
      ['did not call the script', () => ({ ...known(1, 'script', {}, { state: 'not_called' }), at })],
      ['was cut off before the script was recorded', () => ({ ...inFlight(1, 'script', {}), at })],
    ] as const) {
      it(`goes on in the script of the run before where it ${what}`, async () => {
        assert.deepEqual(await scriptOf(await withEarlier([own()], [before], has)), { problem: 'planted' });
      });

      it(`runs the script where it ${what}, and no run before had called it`, async () => {
        assert.equal(await scriptOf([own()]), undefined);
      });
    }
  });
});
