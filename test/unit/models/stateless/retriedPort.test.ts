import assert from 'node:assert/strict';
import type { ModelPiece, ModelPort } from '../../../../src/models/staged/modelPort.ts';
import { passingFailure } from '../../../../src/models/stateless/passingFailure.ts';
import { retriedPort } from '../../../../src/models/stateless/withRetries.ts';
import { ScriptedModelPort, type ScriptedReplyStep } from '../../../fakes/scriptedModelPort.ts';

const limited = { fails: 'Request Failed: 429' };
const { signal } = new AbortController();
const retry = { passing: passingFailure, wait: () => Promise.resolve(), onRetry: () => undefined };

describe('a model that is asked again', () => {
  /** Returns the answer, the way in which it ended, and the number of requests. */
  async function answer(...steps: readonly ScriptedReplyStep[]) {
    const model = new ScriptedModelPort(steps);
    let text = '';
    const read = async () => {
      for await (const piece of retriedPort(model, retry).ask({ messages: [], signal }))
        text += piece.kind === 'text' ? piece.text : piece.call.name;
      return 'done';
    };
    const end = await read().catch(String);
    return { text, end, asked: model.requests.length };
  }

  it('gives the whole answer that comes then', async () => {
    const text = 'An answer that comes in several pieces.';
    const calls = [{ name: 'choose_tools', input: {} }];
    assert.deepEqual(await answer(limited, limited, { text, calls }), {
      text: `${text}choose_tools`,
      end: 'done',
      asked: 3,
    });
  });

  it('gives an answer of nothing', async () => {
    assert.deepEqual(await answer(limited, {}), { text: '', end: 'done', asked: 2 });
  });

  it('is not asked again once some of its answer was there', async () => {
    assert.deepEqual(await answer({ text: 'Some', ...limited }, { text: 'all' }), {
      text: 'Some',
      end: `Error: ${limited.fails}`,
      asked: 1,
    });
  });

  it('is not asked again where it would fail again', async () => {
    assert.deepEqual(await answer({ fails: 'The key is wrong.' }, { text: 'all' }), {
      text: '',
      end: 'Error: The key is wrong.',
      asked: 1,
    });
  });

  it('ends its answer where nobody reads on', async () => {
    let ended = 0;
    const model: ModelPort = {
      async *ask(): AsyncGenerator<ModelPiece> {
        try {
          for (;;) yield await Promise.resolve({ kind: 'text', text: 'more' } as const);
        } finally {
          ended += 1;
        }
      },
    };
    const readTo = async (most: number) => {
      let read = 0;
      for await (const _piece of retriedPort(model, retry).ask({ messages: [], signal }))
        if ((read += 1) === most) break;
    };
    await readTo(1);
    await readTo(3);
    assert.equal(ended, 2);
  });
});
