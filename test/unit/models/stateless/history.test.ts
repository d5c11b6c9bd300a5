import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import { ChatError } from '../../../../src/models/stateless/chatError.ts';
import { readHistory, recallTurns, withShortIds } from '../../../../src/models/stateless/history.ts';
import { packState } from '../../../../src/models/stateless/turnState.ts';
import type { KeptTurn } from '../../../../src/models/stateless/turnState.ts';
import { everyTest, fullTest } from '../../../fakes/everyTest.ts';

const raw = { id: 'call_0', type: 'function', function: { name: 'executeCode', arguments: '{}' } };
const calls = [{ id: 'call_0', name: 'executeCode', text: '{}', raw }];
/** Packs a turn before which the model said these words. */
const packedAfter = (words: string, start = 0) =>
  packState({ start, before: [{ role: 'assistant', content: words }], calls });
const packed = packState({ start: 0, before: [], calls });
const keptTurn = (state: string, ...kept: KeptTurn['calls']) =>
  new Map([['00112233aabb', { packed: state, calls: kept }]]);
const turn = 'cm1_00112233aabb';
const assistant = (...ids: string[]): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'add', arguments: '{"a":1}' } })),
});
const answer = (id: string, content = 'x'): JsonObject => ({ role: 'tool', tool_call_id: id, content });
const user = { role: 'user', content: 'Hi' };
const none = new Map<string, KeptTurn>();
const kept = keptTurn(packed);

describe('the history of a request', () => {
  const first = `${turn}_0_1_${packed}`;
  it('has the answers of all trips of a turn, in their order', () => {
    const [part, ...more] = readHistory(
      [
        assistant(first, `${turn}_0_2`),
        answer(`${turn}_0_2`),
        answer(first),
        assistant(`${turn}_0_3`),
        answer(`${turn}_0_3`),
      ],
      none,
      'refused',
    );
    assert.ok(part?.kind === 'turn');
    assert.deepEqual(
      part.turn.calls[0]?.answers.map(({ call }) => call),
      [2, 1, 3],
    );
    assert.equal(more.length, 0);
  });

  const isOver = (...messages: JsonObject[]) => {
    const [part] = readHistory(messages, none, 'refused');
    assert.ok(part?.kind === 'turn');
    return part.turn.isOver;
  };

  it('ends a turn of which it shows a call without an answer', () =>
    assert.deepEqual(
      [
        isOver(assistant(first, `${turn}_0_2`), answer(first)),
        isOver(assistant(first, `${turn}_0_2`), answer(first), answer(`${turn}_0_2`)),
      ],
      [true, false],
    ));

  it('ends a turn with words of the user, and not with instructions', () =>
    assert.deepEqual(
      ['user', 'system', 'developer'].map((role) =>
        isOver(assistant(first), answer(first), { role, content: 'Be brief.' }),
      ),
      [true, false, false],
    ));

  it('has other messages as they are', () => {
    const messages = [user, { role: 'assistant', tool_calls: [{ id: 'call_9' }] }, answer('call_9')];
    assert.deepEqual(
      readHistory(messages, none, 'refused'),
      messages.map((message) => ({ kind: 'message', message })),
    );
  });

  it('has the state of a turn from where it is kept', () => {
    const [part] = readHistory([assistant(`${turn}_0_1`)], kept, 'refused');
    assert.equal(part?.kind, 'turn');
  });

  const refused: readonly (readonly [what: string, messages: readonly JsonObject[]])[] = [
    ['a turn without its state', [assistant(`${turn}_0_1`)]],
    ['a state that was cut', [assistant(first.slice(0, -9))]],
    ['calls of two turns', [assistant(first, 'cm1_ffffffffffff_0_2')]],
    ["calls of which one is another program's", [assistant(first, 'call_1')]],
    ['an answer to a call that was not made', [assistant(first), answer(`${turn}_0_2`)]],
    ['two answers to one call', [assistant(first), answer(first), answer(first)]],
    ['an answer after other messages', [assistant(first), user, answer(first)]],
    ['a call of a script that is not there', [assistant(`${turn}_4_1_${packed}`)]],
    [
      'arguments that are no object',
      [{ ...assistant(), tool_calls: [{ id: first, function: { name: 'add', arguments: '7' } }] }],
    ],
  ];
  for (const [what, messages] of refused)
    it(`is refused with ${what}`, () =>
      assert.throws(() => readHistory(messages, none, 'refused'), ChatError));

  it('has calls of a lost turn as any others, where it may', () => {
    const messages = [assistant(`${turn}_0_1`), answer(`${turn}_0_1`), user];
    assert.deepEqual(
      readHistory(messages, none, 'asCalls'),
      messages.map((message) => ({ kind: 'message', message })),
    );
  });

  const unreadable = 'AAAA';
  const asTheyAre: readonly (readonly [what: string, messages: readonly JsonObject[]])[] = [
    ['whose kept state cannot be read', [assistant(`${turn}_0_1`), answer(`${turn}_0_1`), user]],
    [
      'whose id has a state that cannot be read',
      [assistant(`${turn}_0_1_${unreadable}`), answer(`${turn}_0_1_${unreadable}`)],
    ],
    [
      'of two turns',
      [
        assistant(`${turn}_0_1`, 'cm1_ffffffffffff_0_2'),
        answer(`${turn}_0_1`),
        answer('cm1_ffffffffffff_0_2'),
      ],
    ],
  ];
  for (const [what, messages] of asTheyAre) {
    it(`has calls ${what} as any others, where it may`, () => {
      assert.deepEqual(
        readHistory(messages, keptTurn(unreadable), 'asCalls'),
        messages.map((message) => ({ kind: 'message', message })),
      );
    });
  }

  it('leaves out an answer whose call is not there, where it may', () =>
    assert.deepEqual(readHistory([user, answer(`${turn}_0_1`)], none, 'asCalls'), [
      { kind: 'message', message: user },
    ]));

  it('has the answers that are kept of a turn, before those of its messages', () => {
    const known = { call: 1, tool: 'add', input: { a: 1 }, text: 'as it was', isError: false };
    const [part] = readHistory(
      [
        assistant(`${turn}_0_1`),
        answer(`${turn}_0_1`, 'cut'),
        assistant(`${turn}_0_2`),
        answer(`${turn}_0_2`, 'new'),
      ],
      keptTurn(packed, { answers: [known] }),
      'refused',
    );
    assert.ok(part?.kind === 'turn');
    assert.deepEqual(
      part.turn.calls[0]?.answers.map(({ text }) => text),
      ['as it was', 'new'],
    );
  });

  it('recalls the turns that it needs', async () => {
    const kept = { packed: '', calls: [] };
    const store = { keep: () => undefined, recall: () => Promise.resolve(kept) };
    const recalled = await recallTurns(
      [user, assistant(`${turn}_0_1`), answer('cm1_ffffffffffff_0_2')],
      store,
    );
    assert.deepEqual([...recalled.keys()], ['00112233aabb', 'ffffffffffff']);
  });

  const turnWith = (number: number, words: string): JsonObject => {
    return assistant(`cm1_${String(number).padStart(12, '0')}_0_1_${packedAfter(words, number)}`);
  };
  const conversation = (turns: number, words: string) =>
    Array.from({ length: turns }, (_turn, number) => [turnWith(number, words), user]);
  const tooLarge = (error: unknown) => error instanceof ChatError && error.status === 413;

  for (const lost of everyTest ? (['refused', 'asCalls'] as const) : (['refused'] as const)) {
    it(`is refused where its turns unpack to too much in sum, with lost turns ${lost}`, () =>
      assert.throws(() => readHistory(conversation(20, 'x'.repeat(4_000_000)).flat(), none, lost), tooLarge));
  }

  it('is refused where its turns have too many fields in sum', () =>
    assert.throws(() => readHistory(conversation(90, ':'.repeat(30_000)).flat(), none, 'refused'), tooLarge));

  fullTest('is refused where its messages name a kept turn until it is too much in sum', () => {
    const stored = keptTurn(packedAfter('x'.repeat(4_000_000)));
    const messages = Array.from({ length: 20 }, () => [assistant(`${turn}_0_1`), user]).flat();
    assert.throws(() => readHistory(messages, stored, 'refused'), tooLarge);
  });

  it('has all turns of a long conversation, with as much in them as a context of millions of tokens', () => {
    const parts = readHistory(
      conversation(2_000, JSON.stringify(Array(500).fill({ id: 1 }))).flat(),
      none,
      'refused',
    );
    assert.equal(parts.filter(({ kind }) => kind === 'turn').length, 2_000);
  });

  it('has a turn of a thousand trips whose state is kept', () => {
    const stored = keptTurn(packedAfter('x'.repeat(1_000_000)));
    const trips = Array.from({ length: 1_000 }, (_trip, at) => [
      assistant(`${turn}_0_${at + 1}`),
      answer(`${turn}_0_${at + 1}`),
    ]);
    assert.equal(readHistory(trips.flat(), stored, 'refused').length, 1);
  });

  it('has short ids for a model that gets the tools as they are', () => {
    const [made, answered] = withShortIds([assistant(first), answer(first)]);
    assert.equal((made?.['tool_calls'] as JsonObject[])[0]?.['id'], `${turn}_0_1`);
    assert.equal(answered?.['tool_call_id'], `${turn}_0_1`);
  });
});
