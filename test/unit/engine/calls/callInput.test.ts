import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import type { FeatureMethod } from '../../../../src/sandbox/protocol/messages.ts';
import { readFeatureRequest } from '../../../../src/engine/calls/callInput.ts';

describe('a question about what a server offers beside tools', () => {
  const right: readonly (readonly [FeatureMethod, JsonValue | undefined, object])[] = [
    ['$resources.list', undefined, { method: 'resources/list' }],
    ['$resources.templates', undefined, { method: 'resources/templates/list' }],
    ['$prompts.list', null, { method: 'prompts/list' }],
    ['$resources.read', { uri: 'a:b', name: 'b' }, { method: 'resources/read', uri: 'a:b' }],
    ['$resources.updated', { uri: 'a:b' }, { method: 'resources/subscribe', uri: 'a:b' }],
    ['$prompts.get', { name: 'x' }, { method: 'prompts/get', name: 'x', arguments: {} }],
    [
      '$prompts.complete',
      { name: 'x', argument: 'a', value: 'b' },
      {
        method: 'completion/complete',
        ref: { type: 'ref/prompt', name: 'x' },
        argument: { name: 'a', value: 'b' },
      },
    ],
    [
      '$resources.complete',
      { uriTemplate: 'x:{a}', argument: 'a', value: '', arguments: { c: 'd' } },
      {
        method: 'completion/complete',
        ref: { type: 'ref/resource', uri: 'x:{a}' },
        argument: { name: 'a', value: '' },
        context: { arguments: { c: 'd' } },
      },
    ],
    [
      '$prompts.get',
      { name: 'x', arguments: { a: 'b' } },
      { method: 'prompts/get', name: 'x', arguments: { a: 'b' } },
    ],
  ];
  for (const [method, input, request] of right) {
    it(`${method} of ${JSON.stringify(input)} is ${JSON.stringify(request)}`, () => {
      assert.deepEqual(readFeatureRequest(method, input), { ok: true, request });
    });
  }

  const wrong: readonly (readonly [FeatureMethod, JsonValue | undefined])[] = [
    ['$resources.read', undefined],
    ['$resources.read', 'a:b'],
    ['$resources.read', { uri: '' }],
    ['$resources.read', { uri: 7 }],
    ['$resources.updated', {}],
    ['$prompts.get', undefined],
    ['$prompts.get', { name: ['x'] }],
    ['$prompts.get', { name: 'x', arguments: [{ name: 'a' }] }],
    ['$prompts.get', { name: 'x', arguments: { a: 1 } }],
    ['$prompts.get', { name: 'x', arguments: null }],
    ['$prompts.complete', undefined],
    ['$prompts.complete', { name: 'x', argument: 'a' }],
    ['$resources.complete', { uriTemplate: 'x:{a}', argument: 'a', value: '', arguments: { c: 1 } }],
  ];
  for (const [method, input] of wrong) {
    it(`${method} of ${JSON.stringify(input)} is refused with how it is called`, () => {
      const reading = readFeatureRequest(method, input);
      assert.ok(!reading.ok && reading.problem.startsWith('takes '));
    });
  }
});
