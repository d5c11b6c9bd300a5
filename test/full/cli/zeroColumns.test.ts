// A terminal that does not know its width says that it has no columns, as those of containers do; so does that of
// script(1) here.
import assert from 'node:assert/strict';
import { faultServer } from '../../fakes/faultServer.ts';
import { config, TestFolder } from '../../cli/codeMode.ts';
import { OnTerminal } from '../../cli/onTerminal.ts';

describe('a terminal that does not know its width', () => {
  it('is written to in whole lines', async () => {
    using folder = await TestFolder.with({ 'mcp.json': { servers: { good: faultServer() } } });
    const terminal = new OnTerminal(folder.path, ['tools', ...config]);
    await terminal.ended;
    assert.match(terminal.shown, /^ {2}tools\.good\.addTool +can write$/m);
    assert.match(terminal.shown, /^\d+ tools of 1 server$/m);
  });
});
