// Tests scripts over the workspace's files, beside a real MCP server and with the same restrictions as any other tool.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { TemporaryWorkspace } from '../fakes/temporaryWorkspace.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';
import { realServer } from '../mcp/realServer.ts';

describe('a script over the workspace', () => {
  it('reads a file, asks a real server, writes the answer', async () => {
    using workspace = new TemporaryWorkspace({ 'numbers.json': '[40, 2]' });
    const servers = await McpWorkspace.inMemory({ everything: realServer('everything', 'stdio') });
    await using engine = new TestEngine([servers.source, workspace.source], { typeCheck: 'error' });
    const outcome = await engine.run(`
      const [a = 0, b = 0] = JSON.parse((await tools.workspace.readFile({ path: "numbers.json" })).content) as number[];
      const sum = await tools.everything.getSum({ a, b });
      return (await tools.workspace.writeFile({ path: "out/sum.txt", content: String(sum) })).created;`);
    await servers.dispose();
    assert.deepEqual(outcome.errors, []);
    assert.match(readFileSync(join(workspace.root, 'out/sum.txt'), 'utf8'), /42/);
  });

  it('asks before it writes, and writes nothing when the answer is no', async () => {
    using workspace = new TemporaryWorkspace();
    await using engine = new TestEngine([workspace.source]);
    const approver = new RecordingApprover({ granted: false, why: 'refused', reason: 'no' });
    await engine.run('return await tools.workspace.writeFile({ path: "a.txt", content: "x" });', {
      approver,
    });
    assert.deepEqual(
      [approver.asked, existsSync(join(workspace.root, 'a.txt'))],
      [['run: tools.workspace.writeFile'], false],
    );
  });

  it('does not ask before it reads', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'x' });
    await using engine = new TestEngine([workspace.source]);
    const approver = new RecordingApprover();
    await engine.run('return await tools.workspace.readFile({ path: "a.txt" });', { approver });
    assert.deepEqual(approver.asked, []);
  });

  it('gets a refusal as a ToolError', async () => {
    using workspace = new TemporaryWorkspace();
    await using engine = new TestEngine([workspace.source]);
    const outcome = await engine.run(
      'try { await tools.workspace.readFile({ path: ".env" }) } catch (e) { return e.code }',
    );
    assert.deepEqual(outcome.ok && outcome.value, 'tool_failed');
  });

  it('uses the server of that name where one is configured, and a warning says so', async () => {
    using workspace = new TemporaryWorkspace();
    const configured = new InMemorySource({ workspace: [{ name: 'own' }] });
    await using engine = new TestEngine([configured, workspace.source]);
    const { servers, warnings } = await engine.snapshot();
    assert.deepEqual(
      servers.map(({ tools }) => tools.map(({ name }) => name)),
      [['own']],
    );
    assert.match(warnings.join('\n'), /"workspace" is defined in memory \(used\)/);
  });
});
