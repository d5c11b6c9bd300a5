import assert from 'node:assert/strict';
import {
  callValue,
  failureContent,
  rawCallValue,
  textForUser,
} from '../../../../src/engine/calls/callValue.ts';
import { contentText } from '../../../../src/engine/formatting/failureMessage.ts';

describe('callValue', () => {
  it('is the structured content when the tool gave it, whatever else it said', () => {
    for (const structuredContent of [{ a: 1 }, [1], 0, '', false]) {
      const content = [{ type: 'text', text: 'words' }] as const;
      assert.deepEqual(callValue({ content, structuredContent, isError: false }), structuredContent);
    }
  });

  it('is the parsed JSON of one text block', () => {
    assert.deepEqual(callValue({ content: [{ type: 'text', text: '[1,2]' }], isError: false }), [1, 2]);
  });

  it('is the text of one text block that is not JSON', () => {
    assert.equal(callValue({ content: [{ type: 'text', text: 'Echo: hi' }], isError: false }), 'Echo: hi');
  });

  for (const text of ['1.10', '2.0', '1e234567', '1234567890123456789', 'null', 'true', '"quoted"', ' 7 ']) {
    it(`is the text ${JSON.stringify(text)} as it came`, () => {
      assert.equal(callValue({ content: [{ type: 'text', text }], isError: false }), text);
    });
  }

  it('has the digits of an integer beyond 2^53', () => {
    const text = '{"id": 1915883588174806058}';
    assert.deepEqual(callValue({ content: [{ type: 'text', text }], isError: false }), {
      id: 1915883588174806058n,
    });
  });

  it('is the typed blocks when there are several, or one that is no text', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
    assert.deepEqual(callValue({ content: [image], isError: false }), [image]);
  });

  it('leaves out what is only for the user', () => {
    const content = [
      { type: 'text', text: 'shown to the user', annotations: { audience: ['user'] } },
      { type: 'text', text: '{"a":1}', annotations: { audience: ['assistant', 'user'] } },
    ] as const;
    assert.deepEqual(callValue({ content, isError: false }), { a: 1 });
  });

  it('is what is only for the user where there is nothing else', () => {
    const content = [{ type: 'text', text: 'hi', annotations: { audience: ['user'] } }] as const;
    assert.equal(callValue({ content, isError: false }), 'hi');
  });

  it('has no annotations', () => {
    const block = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
    const content = [{ ...block, annotations: { priority: 1 }, _meta: { x: 1 } }];
    assert.deepEqual(callValue({ content, isError: false }), [block]);
  });

  it('is undefined for a tool that answered nothing', () => {
    assert.equal(callValue({ content: [], isError: false }), undefined);
  });
});

describe('rawCallValue', () => {
  it('is the whole result', () => {
    const content = [
      { type: 'text', text: '1', annotations: { audience: ['user'] }, _meta: { x: 1 } },
    ] as const;
    assert.deepEqual(rawCallValue({ content, isError: false, _meta: { y: 2 } }), {
      content,
      isError: false,
      _meta: { y: 2 },
    });
  });
});

describe('failureContent', () => {
  const content = [{ type: 'text', text: '{"code": "BUSY"}' }] as const;

  it('has structured content as one more text', () => {
    const structuredContent = { code: 'BUSY', id: 1915883588174806058n };
    assert.deepEqual(failureContent({ content, structuredContent, isError: true }), [
      ...content,
      { type: 'text', text: '{"code":"BUSY","id":1915883588174806058}' },
    ]);
  });

  it('has structured content once where a text repeats it', () => {
    assert.deepEqual(
      failureContent({ content, structuredContent: { code: 'BUSY' }, isError: true }),
      content,
    );
  });
});

describe('textForUser', () => {
  const forUser = (text: string) => ({ type: 'text', text, annotations: { audience: ['user'] } }) as const;

  it('is what the tool says to the user, at once, and nothing else', () => {
    const content = [forUser('a'), { type: 'text', text: 'b' }, forUser('c')] as const;
    assert.equal(textForUser({ content, isError: false }), 'a\nc');
  });

  it('is cut where it is longer than anybody reads', () => {
    const content = Array.from({ length: 1_000 }, () => forUser('x'.repeat(1_000)));
    assert.ok(textForUser({ content, isError: false }).length < 3_000);
  });
});

describe('textOf', () => {
  it('cuts what a tool says and tells how much is missing', () => {
    assert.equal(contentText([{ type: 'text', text: 'abcdef' }], 4), 'abcd… (2 more characters)');
  });
});
