// The oldest VS Code that the manifest allows: the extension is active there, its tools and commands are there, and scripts run. What that VS
// Code does not know of the manifest (agents, skills) it ignores.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { bundleDriver } from '../editor/bed/bundle.ts';
import { runHostTests } from '../editor/bed/hostTests.ts';
import { provisionOldEditor } from '../editor/bed/provision.ts';
import { install, repository } from '../editor/bed/testBed.ts';
import { provisionNode } from './provisionNode.ts';

/** As VS Code 1.106 has it. */
const nodeVersion = '22.22.0';
const hostTestsMs = 5 * 60_000;

describe('the oldest VS Code that is supported', function () {
  this.timeout(20 * 60_000);

  it('is the one that the manifest names', () => {
    const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { engines: { vscode: string } };
    assert.equal(engines.vscode, '^1.106.0');
  });

  it('activates the extension, has its tools and commands, and runs scripts', async () => {
    const editor = await provisionOldEditor(repository, await provisionNode(nodeVersion));
    const bed = await install(editor, await bundleDriver(repository, '{activation,executeCode}.test.ts'));
    const { passed, failures } = await runHostTests(bed, hostTestsMs);
    assert.deepEqual(failures, []);
    assert.ok(passed > 10, String(passed));
  });
});
