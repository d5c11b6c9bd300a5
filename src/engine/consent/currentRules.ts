// The approval rules as a run sees them: the administrator's file and what a front door knows of the user's and the workspace's.
import { warnOnce } from '../ruleSetting.ts';
import { ApprovalRules, readRules, type ReadRules } from './approvalRules.ts';
import { readPolicyFile, rulesKey } from './policyFile.ts';

interface RuleSources {
  /** The administrator's. */
  readonly file: string;
  readonly settings: () => Readonly<Record<'user' | 'workspace', ReadRules>>;
  /** Hears what is wrong with rules, a line each, once for as long as it stays. */
  readonly warn: (line: string) => void;
}

/** Reads all of them at each call. The promise never rejects. */
export function currentRules({ file, settings, warn }: RuleSources): () => Promise<ApprovalRules> {
  const report = warnOnce(warn);
  return async () => {
    const administrator = await readAdministratorRules(file);
    const { user, workspace } = settings();
    report([administrator, user, workspace].flatMap(({ problems }) => problems));
    return new ApprovalRules({ administrator: administrator.rules, user: user.rules, workspace: workspace.rules });
  };
}

/**
 * What an administrator of this machine lets scripts call; none where there is no file, or none of its keys is about them. It fails closed: a
 * file that cannot be read denies every tool. Never rejects.
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
