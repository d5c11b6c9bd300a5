// Tests which frames of a guest the thread accepts, and which parts of a call and of a failure.
import assert from 'node:assert/strict';
import { isJsonWithin, isMostlyText } from '../../../src/sandbox/protocol/jsonScan.ts';
import { readGuestMessages } from '../../../src/sandbox/supervisor/guestMessage.ts';

describe('a message of a guest', () => {
  const read = (...message: readonly unknown[]) => readGuestMessages(Buffer.from(JSON.stringify([message])));

  it('is rebuilt from its fields', () => {
    const call = { target: 'feature', sequence: 1, server: 'geo', method: '$prompts.list' };
    assert.deepEqual(read('feature', 1, 'geo', '$prompts.list', null), [{ type: 'call', call }]);
  });

  it('is rebuilt with the functions on the way to a failure', () => {
    const stack = [
      ['f', 1, 2, 'more'],
      [null, 3, 4],
    ];
    const [message] = read('fail', 'script_error', 'Error: a', [1, 2], null, null, stack) ?? [];
    assert.deepEqual(message?.type === 'fail' && message.stack, [
      { name: 'f', line: 1, column: 2 },
      { line: 3, column: 4 },
    ]);
  });

  const failure = (clue: unknown, stack: unknown = []) =>
    ['fail', 'script_error', 'Error: a', [1, 2], null, clue, stack] as const;
  for (const message of [
    [],
    ['NODE_HANDLE'],
    ['constructor'],
    ['__proto__'],
    [{}],
    ['tool', '1', 'a', 'b', 'value', null],
    ['tool', 1, {}, 'b', 'value', null],
    ['tool', 1, 'a', 'b', 'both', null],
    ['tool', 1, 'a', 'b', 'value', '{}'],
    ['tool', 1, 'a', 'b', 'value', true],
    ['feature', 1, 'geo', '$tools.list', null],
    ['feature', 1, 'geo', 'getCity', null],
    ['feature', 1, 7, '$prompts.list', null],
    ['feature', 0, 'geo', '$prompts.list', null],
    ['feature', 1, 'geo', '$resources.read', { uri: 'a:b' }],
    ['feature', 1, 'geo', '$prompts.list', null, 'more'],
    ['feature', 1, 'x'.repeat(513), '$prompts.list', null],
    ['codemode', 1, 'store.constructor', true],
    ['log', 'loud', 'x', 1, null],
    ['log', 'log', 'x'.repeat(65_537), 1, null],
    ['log', 'log', 'x', 1, [0, 1]],
    ['log', 'log', 'x', 1, [1, 1, 1]],
    ['log', 'log', 'x', null, null],
    ['fail', 'cpu_limit', 'x', null, null, null, []],
    failure('there'),
    failure([{}]),
    failure(Array(13).fill('a')),
    failure(null, 'f'),
    failure(null, null),
    failure(null, [1]),
    failure(null, [['f', 0, 1]]),
    failure(null, [['f', 1, '1']]),
    failure(null, [[7, 1, 1]]),
    failure(null, [['x'.repeat(101), 1, 1]]),
    failure(
      null,
      Array.from({ length: 11 }, () => ['f', 1, 1]),
    ),
    ['tick', 1],
    ['tick', 1, 0],
    ['tick', null, 1],
    ['tick', 1, -1, -2],
    ['tick', 1, 1, -1],
    ['tick', 1, [1, 2]],
  ]) {
    it(`is a breach as ${JSON.stringify(message).slice(0, 60)}`, () =>
      assert.equal(read(...message), undefined));
  }
});

describe('a frame', () => {
  const read = (head: unknown, ...values: readonly string[]) =>
    readGuestMessages(Buffer.from([JSON.stringify(head), ...values].join('\n')));
  const longText = JSON.stringify(
    Array.from({ length: 30_000 }, (_, id) => ({ id, name: `a "record" \\ ü😀\u0000`, tags: ['a', 'b'] })),
  );
  const log = ['log', 'log', 'a line with "quotes" and \\', 1, [2, 3]];

  it('is read with the values of its messages in their order', () => {
    const messages =
      read(
        [['tool', 1, 'a"]]', 'b', 'value', true], log, ['display', true], ['done', true]],
        longText,
        '{}',
        '"x"',
      ) ?? [];
    const texts = messages.map((message) => {
      if (message.type === 'done') return message.text;
      return message.type === 'call' ? message.call.input : message.type;
    });
    assert.deepEqual(texts, [longText, 'log', 'display', '"x"']);
  });

  it('is read with many short messages', () =>
    assert.equal(read(Array<unknown>(10_000).fill(log))?.length, 10_000));

  for (const [what, head, ...values] of [
    ['that is no list', {}],
    ['of what is no message', [1]],
    ['of no messages', []],
    ['of many values', Array<unknown>(1_000_000).fill([])],
    ['of many messages', Array<unknown>(100_000).fill(log)],
    ['with a value of no message', [['done', null]], '1'],
    ['with a value too many', [['done', true]], '1', '2'],
    [
      'with a value too few',
      [
        ['done', true],
        ['display', true],
      ],
      '1',
    ],
    ['of empty lines', [['done', null]], ...Array<string>(1_000).fill('')],
    ['whose value stands in its message', [['done', '1']]],
  ] as const) {
    it(`is not read ${what}`, () => assert.equal(read(head, ...values), undefined));
  }

  for (const text of ['', 'nonsense'])
    it(`is not read from "${text}"`, () => assert.equal(readGuestMessages(Buffer.from(text)), undefined));
});

describe('the depth and parts of a JSON text', () => {
  for (const [json, depth] of [
    ['1', 0],
    ['"[[["', 0],
    ['[]', 1],
    ['{"a":[1,{"b\\"{":"}"}]}', 3],
    [JSON.stringify({ a: '\\', b: [[]] }), 3],
  ] as const) {
    it(`of ${json} is ${depth}`, () => {
      assert.deepEqual([isJsonWithin(json, depth), isJsonWithin(json, depth - 1)], [true, false]);
    });
  }

  it('of an object with 130 new keys may have 10 parts for each of the first 128, and 5 for a later one', () => {
    const json = JSON.stringify(
      Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`k${index}`, 1])),
    );
    const parts = 1 + 128 * 10 + 2 * 5;
    assert.deepEqual([isJsonWithin(json, 1, parts), isJsonWithin(json, 1, parts - 1)], [true, false]);
  });

  for (const [json, parts] of [
    ['1', 0],
    ['[1,2,3]', 1],
    ['"[[["', 1],
    ['{"a":[{},""]}', 14],
    ['[{"a":1},{"a" :1}]', 14],
    ['["a",{"b":"b"}]', 14],
  ] as const) {
    it(`of ${json} may have ${parts} parts`, () => {
      assert.deepEqual([isJsonWithin(json, 9, parts), isJsonWithin(json, 9, parts - 1)], [true, false]);
    });
  }

  for (const json of ['[', ']', '{"a":"}', '[]]'])
    it(`of ${json} has no end`, () => assert.equal(isJsonWithin(json, 9), false));
});

describe('the JSON of a block', () => {
  it('is mostly text, whatever is in its texts', () => {
    const resource = { uri: 'a:"b"', mimeType: 'text/plain', text: '[[{,:}]]\\"'.repeat(1_000) };
    assert.equal(isMostlyText(JSON.stringify({ type: 'resource', resource })), true);
  });

  for (const json of [
    `[${'[],'.repeat(100)}[]]`,
    `[${'"",'.repeat(100)}""]`,
    `{"a":"\\\\",${'"b":1,'.repeat(100)}"c":1}`,
    '1'.repeat(100),
  ]) {
    it(`is not ${json.slice(0, 20)}…`, () => assert.equal(isMostlyText(json), false));
  }
});
