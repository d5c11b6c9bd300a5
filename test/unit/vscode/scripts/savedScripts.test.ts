import assert from 'node:assert/strict';
import { rejectOnAbort } from '../../../../src/base/withTimeout.ts';
import { savedScripts } from '../../../../src/vscode/scripts/savedScripts.ts';

describe('reading saved scripts', () => {
  it('ends when it is cancelled, however long the listing takes', async () => {
    const never = {
      snapshot: ({ signal }: { readonly signal: AbortSignal }) =>
        rejectOnAbort(new Promise<never>(() => undefined), signal),
    };
    const cancelling = new AbortController();
    const reading = savedScripts(never, cancelling.signal);
    cancelling.abort();
    assert.equal(await reading, undefined);
  });

  it('fails where the listing does', async () => {
    const failing = { snapshot: () => Promise.reject(new Error('broken')) };
    await assert.rejects(savedScripts(failing, new AbortController().signal), /broken/);
  });
});
