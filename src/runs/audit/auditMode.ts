// Whether runs are audited: an administrator can switch it on, or require it; else the user does.
import { auditKey, readPolicyFile } from '../../engine/consent/policyFile.ts';

/** `required`: what cannot be audited does not run. */
export type AuditMode = 'off' | 'on' | 'required';

/** `chosen`: by the user. A policy that cannot be read may have required it. Never rejects. */
export async function auditMode(policyFile: string, chosen: boolean): Promise<AuditMode> {
  const policy = await readPolicyFile(policyFile);
  if (policy.kind === 'unreadable') return 'required';
  const value = policy.kind === 'policy' ? policy.of(auditKey) : undefined;
  if (value === undefined || value === false) return chosen ? 'on' : 'off';
  return value === true ? 'on' : 'required';
}
