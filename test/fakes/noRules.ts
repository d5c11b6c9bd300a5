// No approval rules: the annotations of tools decide.
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';
import { ApprovalRules, type RuledTool } from '../../src/engine/consent/approvalRules.ts';
import { needsApproval } from '../../src/engine/formatting/effectOf.ts';

export const noRules = new ApprovalRules({ administrator: [], user: [], workspace: [] });

/** Returns the tools with the rulings that apply without rules. */
export function unruled(tools: readonly CatalogTool[]): readonly RuledTool[] {
  return tools.map((tool) => ({ tool, ruling: { action: needsApproval(tool) ? 'ask' : 'allow' } }));
}
