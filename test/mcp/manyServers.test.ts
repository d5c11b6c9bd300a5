import assert from 'node:assert/strict';
import { fullTest } from '../fakes/everyTest.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { failure, textOf } from './outcomes.ts';
import { freePort } from '../fakes/listen.ts';
import { McpWorkspace } from './mcpWorkspace.ts';

const never = new AbortController().signal;

describe('twenty servers at once, five of which fail', () => {
  const good = Array.from({ length: 15 }, (_, index) => `good${index + 1}`);
  const bad = ['missing', 'exits', 'silent', 'dies', 'unreachable'];
  let workspace: McpWorkspace;
  const open = async (create: 'inMemory' | 'create') => {
    const servers = {
      missing: { command: 'no-such-command' },
      exits: faultServer('exit'),
      silent: faultServer('silent'),
      dies: faultServer('list-die'),
      unreachable: { url: `http://127.0.0.1:${await freePort()}/mcp` },
      ...Object.fromEntries(good.map((name) => [name, faultServer()])),
    };
    workspace = await McpWorkspace[create](servers, { startMs: 20_000, stdinGraceMs: 200, termGraceMs: 200 });
  };
  afterEach(() => workspace.dispose());

  const givesToolsOfTheFifteen = async () => {
    const list = (name: string) => workspace.source.listTools(name, { signal: never });
    const failed = Promise.all(bad.map(list));
    const fine = await Promise.all(good.map(list));
    assert.ok(fine.every((listing) => listing.ok));
    assert.equal(await workspace.state('silent'), 'starting');
    await workspace.source.dispose();
    assert.ok((await failed).every((listing) => !listing.ok));
  };
  /** Returns the call of the server that never answers, which is still waited for. */
  const answersTheFifteen = async () => {
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
    return { silent };
  };

  it('gives the tools of the fifteen while the one that never answers is still waited for', async () => {
    await open('inMemory');
    await givesToolsOfTheFifteen();
  });

  it('answers a call of each of the fifteen, and says of four of the five what is wrong with it', async () => {
    await open('inMemory');
    const { silent } = await answersTheFifteen();
    await workspace.source.dispose();
    assert.equal(failure(await silent).code, 'server_unavailable');
  });

  fullTest('gives the tools of the fifteen although each server is a process', async () => {
    await open('create');
    await givesToolsOfTheFifteen();
  });

  fullTest('of which each is a process says of each of the five what is wrong with it', async () => {
    await open('create');
    const { silent } = await answersTheFifteen();
    assert.match(failure(await silent).message, /"initialize" took over 20 s/);
  });
});
