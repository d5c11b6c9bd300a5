import assert from 'node:assert/strict';
import { faultServer } from '../fakes/faultServer.ts';
import { failure, textOf } from './outcomes.ts';
import { freePort } from '../fakes/listen.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { openedForEach } from '../fakes/opened.ts';

const never = new AbortController().signal;

describe('twenty servers at once, five of which fail', () => {
  const good = Array.from({ length: 15 }, (_, index) => `good${index + 1}`);
  const bad = ['missing', 'exits', 'silent', 'dies', 'unreachable'];
  const workspace = openedForEach(async () =>
    McpWorkspace.inMemory(
      {
        missing: { command: 'no-such-command' },
        exits: faultServer('exit'),
        silent: faultServer('silent'),
        dies: faultServer('list-die'),
        unreachable: { url: `http://127.0.0.1:${await freePort()}/mcp` },
        ...Object.fromEntries(good.map((name) => [name, faultServer()])),
      },
      { startMs: 20_000, stdinGraceMs: 200, termGraceMs: 200 },
    ),
  );

  it('gives the tools of the fifteen while the one that never answers is still waited for', async () => {
    const list = (name: string) => workspace.source.listTools(name, { signal: never });
    const failed = Promise.all(bad.map(list));
    const fine = await Promise.all(good.map(list));
    assert.ok(fine.every((listing) => listing.ok));
    assert.equal(await workspace.state('silent'), 'starting');
    await workspace.source.dispose();
    assert.ok((await failed).every((listing) => !listing.ok));
  });

  it('answers a call of each of the fifteen, and says of each of the five what is wrong with it', async () => {
    const call = (name: string) => workspace.call(name, 'echo', { text: name });
    const silent = call('silent');
    const failing = Promise.all(['missing', 'exits', 'unreachable'].map(call));
    const answers = await Promise.all(good.map(call));
    assert.deepEqual(answers.map(textOf), good);
    const [missing = '', exits = '', unreachable = ''] = (await failing).map(
      (outcome) => failure(outcome).message,
    );
    assert.match(missing, /command "no-such-command" not found/);
    assert.match(exits, /it exited with code 3/);
    assert.match(unreachable, /connection refused/);
    assert.match(await workspace.listError('dies'), /exited with code 9 while listing/);
    await workspace.source.dispose();
    assert.equal(failure(await silent).code, 'server_unavailable');
  });
});
