// Tests the report of `code-mode diagnose` about this machine, with servers that run, hang and cannot be used.
import assert from 'node:assert/strict';
import type { Diagnosis } from '../../src/workbench/diagnose/diagnosis.ts';
import { config, everything, TestFolder } from './codeMode.ts';

describe('code-mode diagnose', () => {
  let folder: TestFolder;

  const diagnose = async (...options: readonly string[]) => {
    const { code, stdout } = await folder.codeMode(['diagnose', '--json', ...options]);
    return { code, ...(JSON.parse(stdout) as Diagnosis) };
  };

  beforeEach(async () => {
    folder = await TestFolder.with({ 'mcp.json': { servers: {} } });
  });
  afterEach(() => folder[Symbol.dispose]());

  it('tells the state of every server, with its error', async () => {
    const key = 'sk-0123456789abcdef';
    const complain = 'console.error("bad key " + process.env.API_KEY); process.exit(1)';
    const failing = { command: process.execPath, args: ['-e', complain], env: { API_KEY: key } };
    await folder.write('mcp.json', { servers: { everything, failing, unusable: {} } });
    const { code, servers = [], problems } = await diagnose(...config);
    assert.deepEqual(
      servers.map(({ name, state, tools }) => [name, state, tools > 0]),
      [
        ['everything', 'running', true],
        ['failing', 'failed', false],
        ['unusable', 'failed', false],
      ],
    );
    assert.match(servers[1]?.error ?? '', /it exited with code 1 \(stderr: "bad key •••"\)/);
    assert.match(problems.join(), /~.*mcp\.json:.*server "unusable": expected "command"/);
    assert.equal(code, 0);
  });
}).timeout(120_000);
