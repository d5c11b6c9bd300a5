import assert from 'node:assert/strict';
import { messageTokens } from '../../../../src/vscode/provider/messageTokens.ts';

/** As VS Code's own part does it. */
class Data {
  readonly mimeType: string;
  readonly data: Uint8Array;

  constructor(mimeType: string, length: number) {
    this.mimeType = mimeType;
    this.data = new Uint8Array(length);
  }

  toJSON() {
    return { mimeType: this.mimeType, data: Buffer.from(this.data).toString('base64') };
  }
}

const text = (length: number) => ({ value: 'x'.repeat(length) });
const tokens = (...content: readonly unknown[]) => messageTokens({ content });

describe('the tokens of a message', () => {
  it('are those of its text', () =>
    assert.deepEqual([messageTokens('x'.repeat(400)), tokens(text(400), text(40))], [100, 110]));

  it('are as many for a picture of any size', () =>
    assert.deepEqual(
      [tokens(new Data('image/png', 400_000)), tokens(new Data('image/png', 10), text(40))],
      [1_000, 1_010],
    ));

  it('leave out data that no model reads', () => assert.equal(tokens(new Data('stateful_marker', 4_000)), 0));

  it('are those of the name and the input of a call', () =>
    assert.equal(tokens({ callId: 'call_1', name: 'n'.repeat(8), input: { text: 'x'.repeat(389) } }), 102));

  it('are those of all parts of a result', () =>
    assert.equal(
      tokens({
        callId: 'call_1',
        content: [text(400), new Data('image/jpeg', 400_000), { value: { node: 'x'.repeat(29) } }],
      }),
      1_110,
    ));
});
