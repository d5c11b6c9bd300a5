// The approval rules as a run sees them: the administrator's file and what a front door knows of the user's and the workspace's.
import { readAdministratorRules } from './administratorRules.ts';
import { ApprovalRules, type ReadRules } from './approvalRules.ts';

interface RuleSources {
  /** The administrator's. */
  readonly file: string;
  readonly settings: () => Readonly<Record<'user' | 'workspace', ReadRules>>;
  /** Hears what is wrong with rules, a line each, once for as long as it stays. */
  readonly warn: (line: string) => void;
}

/** Reads all of them at each call. The promise never rejects. */
export function currentRules({ file, settings, warn }: RuleSources): () => Promise<ApprovalRules> {
  let warned = new Set<string>();
  return async () => {
    const administrator = await readAdministratorRules(file);
    const { user, workspace } = settings();
    const problems = new Set([administrator, user, workspace].flatMap((read) => read.problems));
    for (const problem of problems) if (!warned.has(problem)) warn(problem);
    warned = problems;
    return new ApprovalRules({ administrator: administrator.rules, user: user.rules, workspace: workspace.rules });
  };
}
