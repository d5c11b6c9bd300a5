// Tests the report of `code-mode diagnose` about this machine, with servers that run, hang and cannot be used.
import assert from 'node:assert/strict';
import type { Diagnosis } from '../../src/workbench/diagnose/diagnosis.ts';
import { fullTest } from '../fakes/everyTest.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { config, everything, TestFolder } from './codeMode.ts';

const held = { file: 'held', process: 'held', network: 'held', environment: 'held' };

describe('code-mode diagnose', () => {
  const folder = TestFolder.forEachTest({ 'mcp.json': { servers: {} } });

  const diagnose = async (...options: readonly string[]) => {
    const { code, stdout } = await folder.codeMode(['diagnose', '--json', ...options]);
    return { code, ...(JSON.parse(stdout) as Diagnosis) };
  };

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

  fullTest('finds every wall held, by a script and by a program in its process', async () => {
    const { code, walls, sandbox, unanswered } = await diagnose(...config, '--engine', 'process');
    assert.deepEqual([code, walls, unanswered], [0, { script: held, process: held }, []]);
    assert.deepEqual(
      [sandbox?.choice, sandbox?.engine, sandbox?.meter?.state],
      ['process', 'process', 'works'],
    );
  });

  fullTest('tries the script alone where there is no process', async () => {
    const { walls, sandbox } = await diagnose(...config, '--engine', 'wasm');
    assert.equal(sandbox?.engine, 'wasm');
    assert.deepEqual(walls?.script, held);
    assert.match(JSON.stringify(walls.process), /^"not tried/);
  });

  fullTest('measures a first run, a further one and a call', async () => {
    const { firstRunMs = 0, runMs = 0, callMs = -1 } = (await diagnose(...config)).times ?? {};
    assert.ok(firstRunMs > 0 && runMs > 0 && callMs >= 0, JSON.stringify({ firstRunMs, runMs, callMs }));
  });

  // It waits for 15 s; `test/unit/diagnose` has the same with a shorter clock.
  fullTest('names a server that hangs, and ends', async () => {
    await folder.write('mcp.json', { servers: { silent: faultServer('silent') } });
    const { servers } = await diagnose(...config);
    assert.match(servers?.[0]?.error ?? '', /^it is still starting after 15 s/);
  });

  fullTest('goes on where a file of servers is broken', async () => {
    await folder.write('mcp.json', '{"servers": ');
    const { problems, walls } = await diagnose(...config);
    assert.match(problems.join(), /mcp\.json:1:13: expected a value/);
    assert.deepEqual(walls?.script, held);
  });

  fullTest('prints a text for an issue', async () => {
    const { code, stdout } = await folder.codeMode(['diagnose', ...config, '--server', 'x']);
    assert.equal(code, 0);
    assert.match(stdout, /^## Code Mode: diagnosis\n\n### Versions\n\n- Code Mode: \d/);
    assert.ok(stdout.includes(`\n- node: ${process.versions.node}\n`));
    assert.match(stdout, /\n- --server: \["x"\]\n$/);
  });
}).timeout(120_000);
