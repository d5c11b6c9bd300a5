import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import {
  readSampling,
  textOfSampling,
  type SamplingRequest,
} from '../../../../src/mcp/elicitation/samplingRequest.ts';

describe('readSampling', () => {
  const text = { type: 'text', text: 'Hi' } as const;
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
  const params = { messages: [{ role: 'user', content: text }], maxTokens: 10 };
  const none = { hints: [], cost: 0, speed: 0, intelligence: 0 };
  const read = (more: JsonObject): SamplingRequest => {
    const outcome = readSampling({ ...params, ...more });
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return outcome.request;
  };

  it('takes one block of content as a list of one', () => {
    assert.deepEqual(read({}), {
      messages: [{ role: 'user', content: [text] }],
      maxTokens: 10,
      preferences: none,
    });
  });

  it('takes texts, images and sounds', () => {
    const content = [text, image, { ...image, type: 'audio' }];
    assert.deepEqual(read({ messages: [{ role: 'assistant', content }] }).messages, [
      { role: 'assistant', content },
    ]);
  });

  it('keeps the system prompt, the temperature and the stop sequences', () => {
    const { systemPrompt, temperature, stopSequences } = read({
      systemPrompt: 'Be brief.',
      temperature: 0.5,
      stopSequences: ['END', 7],
    });
    assert.deepEqual([systemPrompt, temperature, stopSequences], ['Be brief.', 0.5, ['END']]);
  });

  it('keeps the hints in their order and brings priorities between 0 and 1', () => {
    const modelPreferences = {
      hints: [{ name: 'sonnet' }, {}, { name: 'claude' }],
      costPriority: 7,
      speedPriority: -1,
      intelligencePriority: 0.5,
    };
    assert.deepEqual(read({ modelPreferences }).preferences, {
      hints: ['sonnet', 'claude'],
      cost: 1,
      speed: 0,
      intelligence: 0.5,
    });
  });

  it('bounds the tokens', () => {
    assert.equal(read({ maxTokens: 1e9 }).maxTokens, 100_000);
  });

  for (const [what, more] of [
    ['without messages', { messages: [] }],
    [
      'with thousands of messages',
      { messages: Array<JsonObject>(5_000).fill({ role: 'user', content: text }) },
    ],
    ['with a message of a system', { messages: [{ role: 'system', content: text }] }],
    [
      'with a use of a tool',
      { messages: [{ role: 'assistant', content: { type: 'tool_use', id: '1', name: 'x', input: {} } }] },
    ],
    ['without maxTokens', { maxTokens: 'many' }],
    ['of no tokens', { maxTokens: 0 }],
    ['with tools', { tools: [] }],
    ['with a choice of tools', { toolChoice: { mode: 'auto' } }],
    ['of 30 MB', { systemPrompt: 'x'.repeat(30_000_000) }],
  ] satisfies [string, JsonObject][])
    it(`refuses a request ${what}`, () => {
      assert.equal(readSampling({ ...params, ...more }).ok, false);
    });

  it('is shown with all its roles, cut, images by their size', () => {
    const request = read({ systemPrompt: 'Be brief.', messages: [{ role: 'user', content: [text, image] }] });
    assert.equal(textOfSampling(request, 1_000), 'system: Be brief.\nuser: Hi [image, image/png, 3 bytes]');
    assert.equal(textOfSampling(request, 10), 'system: Be…\n[44 more characters]');
  });
});
