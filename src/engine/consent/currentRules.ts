// Provides the current approval rules for a run, from the administrator's file and from settings.
import { warnOnce } from '../ruleSetting.ts';
import { ApprovalRules, readRules, type ReadRules } from './approvalRules.ts';
import { readPolicyFile, rulesKey } from './policyFile.ts';

interface RuleSources {
  /** Path of the administrator's policy file. */
  readonly file: string;
  readonly settings: () => Readonly<Record<'user' | 'workspace', ReadRules>>;
  /** Called with each problem in the rules, one line each, once for as long as the problem lasts. */
  readonly warn: (line: string) => void;
}

/** Returns a function that reads all rules at each call. Its promise never rejects. */
export function currentRules({ file, settings, warn }: RuleSources): () => Promise<ApprovalRules> {
  const report = warnOnce(warn);
  return async () => {
    const administrator = await readAdministratorRules(file);
    const { user, workspace } = settings();
    report([administrator, user, workspace].flatMap(({ problems }) => problems));
    return new ApprovalRules({
      administrator: administrator.rules,
      user: user.rules,
      workspace: workspace.rules,
    });
  };
}

/**
 * Reads the rules of this machine's administrator; none if there is no file, or no key in it is about rules. A file
 * that cannot be read denies every tool. Never rejects.
 */
export async function readAdministratorRules(file: string): Promise<ReadRules> {
  const policy = await readPolicyFile(file);
  if (policy.kind === 'unreadable') {
    return {
      rules: [{ pattern: '*', action: 'deny', setting: file }],
      problems: [`${file} is unreadable (${policy.why}): every tool is denied.`],
    };
  }
  return readRules(policy.kind === 'policy' ? policy.of(rulesKey) : undefined, file);
}
