// The entries that a run on the terminal leaves in the audit log, and the spans that it sends to a collector.
import assert from 'node:assert/strict';
import { config, everything, TestFolder } from '../../cli/codeMode.ts';

describe('a run on the terminal', () => {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await TestFolder.with({ 'mcp.json': { servers: { everything } } });
  });
  afterEach(() => folder[Symbol.dispose]());

  it('leaves no audit log by itself', async () => {
    await folder.codeMode(['run', '-e', 'return 1', ...config]);
    const { code, stderr } = await folder.codeMode(['audit', 'verify']);
    assert.equal(code, 1);
    assert.match(stderr, /there is no audit log/);
  });
});
