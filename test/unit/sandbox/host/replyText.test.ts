import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { errorReplyText, replyText } from '../../../../src/sandbox/host/replyText.ts';
import { CountedTurns } from '../../../fakes/countedTurns.ts';
import { defaultLimits } from '../../../../src/sandbox/host/sandboxPort.ts';

function nested(levels: number): JsonValue {
  let value: JsonValue = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const limits = { ...defaultLimits, valueDepth: 4, replyBytes: 100 };

describe('replyText', () => {
  const values: readonly JsonValue[] = [
    null,
    1,
    'a "quoted\\" [[[[[{{{{{ text',
    { '[[[["': ['{{{{"\\\\'] },
    [[[[]]]],
    [[], [[]], {}, { a: [] }],
  ];
  for (const value of values) {
    it(`passes ${JSON.stringify(value)}`, async () =>
      assert.deepEqual(await replyText(value, limits), {
        ok: true,
        text: JSON.stringify(value),
        bytes: Buffer.byteLength(JSON.stringify(value)),
      }));
  }

  const large = { ...defaultLimits, valueDepth: 5 };
  const long: readonly (readonly [what: string, value: JsonValue])[] = [
    [
      'of many members',
      Object.fromEntries(
        Array.from({ length: 10_000 }, (_, at) => [`key "${at}"`, { at, list: [at, [null, 'ü']] }]),
      ),
    ],
    ['of many items', Array.from({ length: 10_000 }, (_, at) => [at, {}, []])],
    [
      'of long texts',
      ['\u{1f600}"\\'.repeat(70_000), `x${'\u{1f600}'.repeat(70_000)}`, '\ud800'.repeat(100_000)],
    ],
    ['that is a long text', 'é\n'.repeat(200_000)],
  ];
  for (const [what, value] of long) {
    it(`passes a value ${what}`, async () => {
      const reply = await replyText(value, large);
      assert.ok(reply.ok && reply.text === JSON.stringify(value));
    });
  }

  it('refuses a large value that is too deep at its end', async () => {
    const reply = await replyText([...Array.from({ length: 20_000 }, (_, at) => at), nested(5)], large);
    assert.match(reply.ok ? '' : reply.problem, /over 5 levels/);
  });

  it('leaves the event loop to others while it writes a large value', async () => {
    const value = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`field ${at}`, { at }]));
    const turns = new CountedTurns();
    await replyText(value, large);
    const counted = turns.stop();
    assert.ok(counted > 3, String(counted));
  });

  it('passes nothing', async () =>
    assert.deepEqual(await replyText(undefined, limits), { ok: true, text: undefined, bytes: 0 }));

  it('passes what is as deep as the limit', async () => assert.ok((await replyText(nested(4), limits)).ok));

  for (const levels of [5, 100, 100_000]) {
    it(`refuses ${levels} levels and names the limit`, async () => {
      const reply = await replyText(nested(levels), limits);
      assert.match(reply.ok ? '' : reply.problem, /over 4 levels \(codeMode\.limits\.valueDepth\)/);
    });
  }

  it('refuses what is larger than the limit, in bytes', async () => {
    const reply = await replyText('é'.repeat(50), limits);
    assert.match(
      reply.ok ? '' : reply.problem,
      /102 bytes; the limit is 100 \(codeMode\.limits\.replyBytes\)/,
    );
  });
});

describe('errorText', () => {
  const error = { code: 'tool_failed', server: 's', tool: 't', message: 'm', retryable: false } as const;

  it('keeps what the tool said', async () => {
    const content = [{ type: 'text', text: 'no' }] as const;
    assert.deepEqual(JSON.parse(await errorReplyText({ ...error, content }, limits)), { ...error, content });
  });

  it('keeps the data of the error', async () => {
    const data = { retryAfter: 5 };
    assert.deepEqual(JSON.parse(await errorReplyText({ ...error, content: [], data }, limits)), {
      ...error,
      content: [],
      data,
    });
  });

  it('leaves out what is larger than an answer may be', async () => {
    const content = [{ type: 'text', text: 'x'.repeat(200) }] as const;
    assert.deepEqual(JSON.parse(await errorReplyText({ ...error, content }, limits)), {
      ...error,
      content: [],
    });
  });
});
