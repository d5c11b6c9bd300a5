// Tests scripts over a server whose sign-in expires while they run.
import assert from 'node:assert/strict';
import { receipt } from '../../src/engine/formatting/receipt.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { ProtectedWorkspace } from '../mcp/protectedWorkspace.ts';
import { closedAfterEach } from '../fakes/opened.ts';

describe('a script over a server that wants a sign-in', () => {
  const closed = closedAfterEach();
  const bed = async () => {
    const vault = closed(await ProtectedWorkspace.create());
    return { vault, engine: closed(new TestEngine([vault.window.source])) };
  };
  /** Makes two calls; the first one is answered before the second. */
  const twoCalls = `
    const first = await tools.vault.echo({ n: 1 });
    const [second, third] = await Promise.all([tools.vault.echo({ n: 2 }), tools.vault.echo({ n: 3 })]);
    return [first.n, second.n, third.n];`;

  it('goes on with the same call after a sign-in that was revoked in the middle', async () => {
    const { vault, engine } = await bed();
    let ended = 0;
    const observer = { onCallEnded: () => ((ended += 1) === 1 ? vault.server.revoke() : undefined) };
    const outcome = await engine.run(twoCalls, { observer });
    assert.deepEqual(outcome.value, [1, 2, 3]);
    assert.equal(vault.person.pages.length, 2);
  });

  it('says in its receipt what was not called when the person says no', async () => {
    const { vault, engine } = await bed();
    const observer = {
      onCallEnded: () => {
        vault.server.revoke();
        vault.person.willing = false;
      },
    };
    const outcome = await engine.run(
      'await tools.vault.echo({ n: 1 });\nreturn await tools.vault.echo({ n: 2 });',
      { observer },
    );
    assert.equal(outcome.errors[0]?.code, 'denied');
    assert.match(outcome.errors[0].message, /You did not want to sign in\..* The tool did not run\./);
    assert.match(receipt(outcome.calls).join(' '), /tools\.vault\.echo/);
    assert.deepEqual(
      outcome.calls.map(({ state }) => state),
      ['finished', 'denied'],
    );
  });
});
