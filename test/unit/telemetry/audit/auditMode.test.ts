import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditMode } from '../../../../src/telemetry/audit/auditMode.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('whether runs are audited', () => {
  for (const [policy, chosen, mode] of [
    [undefined, false, 'off'],
    [undefined, true, 'on'],
    ['{ "codeMode.approvals.rules": {} }', false, 'off'],
    ['{ "codeMode.audit.enabled": false }', true, 'on'],
    ['{ "codeMode.audit.enabled": true }', false, 'on'],
    ['{ "codeMode.audit.enabled": "required" }', false, 'required'],
    ['{ "codeMode.audit.enabled": "yes" }', false, 'required'],
    ['{', false, 'required'],
  ] as const) {
    it(`is ${mode} with the policy ${policy ?? 'of no file'} and the user's ${chosen ? 'yes' : 'no'}`, async () => {
      using folder = new TemporaryFolder('code-mode-policy-');
      const file = join(folder.path, 'policy.json');
      if (policy !== undefined) await writeFile(file, policy);
      assert.equal(await auditMode(file, chosen), mode);
    });
  }
});
