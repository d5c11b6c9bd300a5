import assert from 'node:assert/strict';
import type { CallOutcome } from '../../../src/catalog/toolSource.ts';
import { faultServer } from '../../fakes/faultServer.ts';
import { failure, textOf } from '../../mcp/outcomes.ts';
import { freePort } from '../../mcp/scriptedHttpServer.ts';
import { McpWorkspace } from '../../mcp/mcpWorkspace.ts';

const never = new AbortController().signal;

describe('twenty servers at once, five of which fail', () => {
  const good = Array.from({ length: 15 }, (_, index) => `good${index + 1}`);
  const bad = ['missing', 'exits', 'silent', 'dies', 'unreachable'];
  let workspace: McpWorkspace;

  beforeEach(async () => {
    const servers = {
      missing: { command: 'no-such-command' },
      exits: faultServer('exit'),
      silent: faultServer('silent'),
      dies: faultServer('list-die'),
      unreachable: { url: `http://127.0.0.1:${await freePort()}/mcp` },
      ...Object.fromEntries(good.map((name) => [name, faultServer()])),
    };
    workspace = await McpWorkspace.create(servers, { startMs: 20_000, stdinGraceMs: 200, termGraceMs: 200 });
  });
  afterEach(() => workspace.dispose());

  const listAll = () => {
    const list = (name: string) => workspace.source.listTools(name, { signal: never });
    return { failed: Promise.all(bad.map(list)), fine: Promise.all(good.map(list)) };
  };

  it('gives the tools of the fifteen while the one that never answers is still waited for', async () => {
    const { fine, failed } = listAll();
    assert.ok((await fine).every((listing) => listing.ok));
    assert.equal(await workspace.state('silent'), 'starting');
    await workspace.source.dispose();
    assert.ok((await failed).every((listing) => !listing.ok));
  });

  it('answers a call of each of the fifteen, and says of each of the five what is wrong with it', async () => {
    const calls = [...good, ...bad].map((name) => workspace.call(name, 'echo', { text: name }));
    const answers = await Promise.all(calls.slice(0, good.length));
    assert.deepEqual(answers.map(textOf), good);
    const [missing, exits, silent, , unreachable] = await Promise.all(calls.slice(good.length));
    const messageOf = (outcome: CallOutcome | undefined) => (outcome ? failure(outcome).message : '');
    assert.match(messageOf(missing), /command "no-such-command" not found/);
    assert.match(messageOf(exits), /it exited with code 3/);
    assert.match(messageOf(silent), /"initialize" took over 20 s/);
    assert.match(messageOf(unreachable), /connection refused/);
    assert.match(await workspace.listError('dies'), /exited with code 9 while listing/);
  });
});
