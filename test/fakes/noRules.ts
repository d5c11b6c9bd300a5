// Approval rules for tests. Without rules, the annotations of tools decide.
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';
import { ApprovalRules, type ApprovalRule, type RuledTool } from '../../src/engine/consent/approvalRules.ts';
import { needsApproval } from '../../src/engine/formatting/effectOf.ts';

export const noRules = new ApprovalRules({ administrator: [], user: [], workspace: [] });

/** Returns the rules of a user, each a pattern with its action, in their order. */
export function userRules(rules: Readonly<Record<string, ApprovalRule['action']>>): ApprovalRules {
  const user = Object.entries(rules).map(([pattern, action]) => ({ pattern, action, setting: 'test' }));
  return new ApprovalRules({ administrator: [], user, workspace: [] });
}

/** Returns the tools with the rulings that apply without rules. */
export function unruled(tools: readonly CatalogTool[]): readonly RuledTool[] {
  return tools.map((tool) => ({ tool, ruling: { action: needsApproval(tool) ? 'ask' : 'allow' } }));
}
