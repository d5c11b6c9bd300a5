import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAdministratorRules } from '../../../../src/engine/consent/currentRules.ts';
import { policyFile } from '../../../../src/engine/consent/policyFile.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('the rules of an administrator', () => {
  const folder = freshFolder('code-mode-policy-');

  const write = async (text: string): Promise<string> => {
    const file = join(folder.path, 'policy.json');
    await writeFile(file, text);
    return file;
  };

  it('are none where there is no file', async () => {
    assert.deepEqual(await readAdministratorRules(join(folder.path, 'none', 'policy.json')), {
      rules: [],
      problems: [],
    });
  });

  it('are those of the file', async () => {
    const file = await write('{ "codeMode.approvals.rules": { "github.*": "ask" } }');
    assert.deepEqual(await readAdministratorRules(file), {
      rules: [{ pattern: 'github.*', action: 'ask', setting: file }],
      problems: [],
    });
  });

  it('are none in a file about the audit log alone', async () => {
    const file = await write('{ "codeMode.audit.enabled": true }');
    assert.deepEqual(await readAdministratorRules(file), { rules: [], problems: [] });
  });

  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{ "codeMode.approvals.rule": {} }',
    '{ "codeMode.approvals.rules": [] }',
    '{ "codeMode.approval.rules": {}, "codeMode.audit.enabled": true }',
    ' '.repeat(1_048_577),
  ]) {
    it(`deny every tool where the file is ${JSON.stringify(text.slice(0, 40))}`, async () => {
      const { rules, problems } = await readAdministratorRules(await write(text));
      assert.deepEqual(
        [rules.map(({ pattern, action }) => [pattern, action]), problems.length],
        [[['*', 'deny']], 1],
      );
    });
  }

  it('deny every tool where the file cannot be read', async () => {
    const file = join(folder.path, 'policy.json');
    await mkdir(file);
    assert.equal((await readAdministratorRules(file)).rules[0]?.action, 'deny');
  });

  it('stand where only administrators write', () => {
    assert.equal(policyFile('linux', {}), '/etc/code-mode/policy.json');
    assert.equal(policyFile('darwin', {}), '/Library/Application Support/code-mode/policy.json');
    assert.equal(
      policyFile('win32', { ProgramFiles: 'D:\\Programs' }),
      'D:\\Programs\\code-mode\\policy.json',
    );
    assert.equal(
      policyFile('win32', { ProgramFiles: '\\\\share\\x' }),
      'C:\\Program Files\\code-mode\\policy.json',
    );
  });
});
