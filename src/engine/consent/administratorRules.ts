// What an administrator of this machine lets scripts call. It fails closed: a file that cannot be read denies every tool.
import { readRules, type ReadRules } from './approvalRules.ts';
import { readPolicyFile, rulesKey } from './policyFile.ts';

/** The file's rules; none where there is no file, or none of its keys is about them. Never rejects. */
export async function readAdministratorRules(file: string): Promise<ReadRules> {
  const policy = await readPolicyFile(file);
  if (policy.kind === 'none') return { rules: [], problems: [] };
  if (policy.kind === 'unreadable') {
    return {
      rules: [{ pattern: '*', action: 'deny', setting: file }],
      problems: [`${file} is unreadable (${policy.why}): every tool is denied.`],
    };
  }
  const rules = policy.of(rulesKey);
  return rules === undefined ? { rules: [], problems: [] } : readRules(rules, file);
}
