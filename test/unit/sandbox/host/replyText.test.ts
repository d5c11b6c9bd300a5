import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/catalog/json.ts';
import { errorText, replyText } from '../../../../src/sandbox/host/hostRun.ts';
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
    it(`passes ${JSON.stringify(value)}`, () => assert.deepEqual(replyText(value, limits), { ok: true, text: JSON.stringify(value) }));
  }

  it('passes nothing', () => assert.deepEqual(replyText(undefined, limits), { ok: true, text: undefined }));

  it('passes what is as deep as the limit', () => assert.ok(replyText(nested(4), limits).ok));

  for (const levels of [5, 100, 100_000]) {
    it(`refuses ${levels} levels and names the limit`, () => {
      const reply = replyText(nested(levels), limits);
      assert.match(reply.ok ? '' : reply.problem, /over 4 levels \(codeMode\.limits\.valueDepth\)/);
    });
  }

  it('refuses what is larger than the limit, in bytes', () => {
    const reply = replyText('é'.repeat(50), limits);
    assert.match(reply.ok ? '' : reply.problem, /102 bytes; the limit is 100 \(codeMode\.limits\.replyBytes\)/);
  });
});

describe('errorText', () => {
  const error = { code: 'tool_failed', server: 's', tool: 't', message: 'm', retryable: false } as const;

  it('keeps what the tool said', () => {
    const content = [{ type: 'text', text: 'no' }] as const;
    assert.deepEqual(JSON.parse(errorText({ ...error, content }, limits)), { ...error, content });
  });

  it('leaves out what is larger than an answer may be', () => {
    const content = [{ type: 'text', text: 'x'.repeat(200) }] as const;
    assert.deepEqual(JSON.parse(errorText({ ...error, content }, limits)), { ...error, content: [] });
  });
});
