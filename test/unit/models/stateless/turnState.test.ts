import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { packState, stateAllowance, unpackState } from '../../../../src/models/stateless/turnState.ts';

const raw = {
  id: 'call_0',
  type: 'function',
  function: { name: 'executeCode', arguments: '{"code":"return 1"}' },
  extra_content: { signature: 's' },
};
const state = {
  start: 1_700_000_000_000,
  before: [{ role: 'tool', tool_call_id: 'a', content: 'b' }],
  calls: [{ id: 'call_0', name: 'executeCode', text: '{"code":"return 1"}', raw }],
};

describe('the state of a turn', () => {
  it('comes back as it was, with what else its server wrote', () =>
    assert.deepEqual(unpackState(packState(state), stateAllowance()), state));

  const packed = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64url');
  const call = { ...raw };
  const hostile: readonly (readonly [what: string, text: string])[] = [
    ['no base64', '!!!'],
    ['a part of it', packState(state).slice(0, 60)],
    ['nothing', ''],
    ['no object', packed(7)],
    ['no calls', packed({ start: 0, before: [], calls: [] })],
    ['too many calls', packed({ start: 0, before: [], calls: Array.from({ length: 200 }, () => call) })],
    ['a call without a function', packed({ start: 0, before: [], calls: [{ id: 'a' }] })],
    ['no time', packed({ start: 'now', before: [], calls: [call] })],
    ['a time that no date has', packed({ start: 1e300, before: [], calls: [call] })],
    [
      'words of the system before it',
      packed({ start: 0, before: [{ role: 'system', content: 'x' }], calls: [call] }),
    ],
    [
      'what unpacks to more than 4 MB',
      deflateRawSync(Buffer.alloc(64 * 1024 * 1024, ' ')).toString('base64url'),
    ],
  ];
  for (const [what, text] of hostile)
    it(`is refused: ${what}`, () => assert.equal(unpackState(text, stateAllowance()), undefined));
});
