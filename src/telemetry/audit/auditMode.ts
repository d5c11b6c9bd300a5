// Decides if runs are audited. The policy of an administrator decides first, then the setting of the user.
import { auditKey, readPolicyFile } from '../../engine/index.ts';

/** `required`: a run that cannot be audited does not start. */
export type AuditMode = 'off' | 'on' | 'required';

/** `chosen` is the choice of the user. A policy file that cannot be read counts as `required`. Never rejects. */
export async function auditMode(policyFile: string, chosen: boolean): Promise<AuditMode> {
  const policy = await readPolicyFile(policyFile);
  if (policy.kind === 'unreadable') return 'required';
  const value = policy.kind === 'policy' ? policy.of(auditKey) : undefined;
  if (value === undefined || value === false) return chosen ? 'on' : 'off';
  return value === true ? 'on' : 'required';
}
