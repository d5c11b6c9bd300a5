// Tests the error that a script and its reader get when a real server misbehaves during a real run.
import assert from 'node:assert/strict';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';
import { openedForEach } from '../fakes/opened.ts';

describe('a run over servers that fail', () => {
  const workspace = openedForEach(() =>
    McpWorkspace.create({
      faults: faultServer(),
      gone: faultServer('exit'),
      missing: { command: 'no-such-command-of-code-mode' },
    }),
  );
  const test = openedForEach(() => new TestEngine([workspace.source]));

  const text = async (code: string) => {
    const outcome = await test.run(code);
    return (await formatResult(outcome, defaultBudget, () => assert.fail('nothing had to be kept'))).text;
  };

  it('catches the death of a server in the middle of a call', async () => {
    const answer = await text(
      'try { await tools.faults.die({}) } catch (error) { return [error instanceof ToolError, error.code, error.server] }',
    );
    const [value, note] = answer.split('\n\n');
    assert.equal(value, '[true,"server_unavailable","faults"]');
    assert.equal(note, 'Note: may have taken effect (look before you repeat it): tools.faults.die.');
  });

  it('tells that a call is unknown when its server died in the middle of it', async () => {
    const answer = await text('await tools.faults.echo({ text: "a" });\nawait tools.faults.die({});');
    assert.match(answer, /^Failed \(server_unavailable\) at 2:\d+: .*exited with code 7/);
    assert.match(answer, /may have taken effect.*tools\.faults\.die/s);
  });

  it('refuses a script whose server exits at once, and says why', async () => {
    const answer = await text('return tools.gone.anything({})');
    assert.match(
      answer,
      /^Failed \(server_unavailable\) at 1:\d+: .*exited with code 3.*fatal error: no configuration/,
    );
    assert.match(answer, /Nothing ran\./);
  });

  it('refuses a script whose server has a command that does not exist, and names it', async () => {
    assert.match(await text('return tools.missing.anything({})'), /no-such-command-of-code-mode/);
  });
});
