// Tests scripts over tools that are known from an earlier session while their server is asked again, has changed, or is
// down.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ListOptions } from '../../src/catalog/toolSource.ts';
import { FakeToolSource, toolDefinition } from '../fakes/fakeToolSource.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';
import { openedForEach } from '../fakes/opened.ts';

describe('a script over the tools of an earlier session', () => {
  const workspace = openedForEach(() => McpWorkspace.create({}));

  /** Runs the script after the server listed its tools as `before`; the server now behaves as `now`. */
  const run = async (before: string, now: string, code: string) => {
    await workspace.write('behaviour', before);
    await workspace.define({ faults: faultServer(`from:${join(workspace.folder, 'behaviour')}`) });
    await workspace.tools('faults');
    await workspace.write('behaviour', now);
    await workspace.nextSession();
    await using engine = new TestEngine([workspace.source]);
    return await engine.run(code);
  };

  it('does not wait for a server that it does not call', async () => {
    const outcome = await run('ok', 'silent', 'return await codemode.describe("tools.faults.echo")');
    assert.match(JSON.stringify(outcome.value), /echo/);
  });

  it('may name a tool that the server has only now', async () => {
    assert.equal(
      (await run('malformed', 'ok', 'return (await tools.faults.where({})).args.length')).value,
      1,
    );
  });

  it('is refused with what is near when the server has no such tool now either', async () => {
    const outcome = await run('malformed', 'ok', 'return tools.faults.wherever({})');
    assert.deepEqual(
      [outcome.errors[0]?.code, outcome.errors[0]?.hint?.includes('tools.faults.where(')],
      ['unknown_tool', true],
    );
  });

  it('is checked against the types of today where those of an earlier time find it wrong', async () => {
    const tool = (type: string) => [
      toolDefinition('get', { inputSchema: { type: 'object', properties: { id: { type } } } }),
    ];
    const cached = { at: 1, state: 'stopped' } as const;
    const list = (_: AbortSignal, { fresh }: ListOptions) =>
      Promise.resolve({
        ok: true,
        ...(fresh ? { tools: tool('number') } : { tools: tool('string'), cached }),
      } as const);
    await using engine = new TestEngine([new FakeToolSource({ name: 'a', list })], { typeCheck: 'error' });
    const outcome = await engine.run('return await tools.a.get({ id: 7 })');
    assert.deepEqual([outcome.errors, outcome.value], [[], 'a/get']);
  });
});
