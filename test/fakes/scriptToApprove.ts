import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';
import type { CallToApprove, ScriptToApprove } from '../../src/engine/consent/approval.ts';
import { isAsked, type RuledTool } from '../../src/engine/consent/approvalRules.ts';
import { toolUses } from '../../src/engine/consent/toolUses.ts';

type Mentions = Parameters<typeof toolUses>[2];

/** Returns a question about a script that uses these tools. `mentions` are the places that name a tool, by its path. */
export function scriptToApprove(
  tools: readonly RuledTool[],
  { source = '', mentions = new Map() }: { readonly source?: string; readonly mentions?: Mentions } = {},
): ScriptToApprove {
  const uses = toolUses(source, tools, mentions);
  return { source, uses, asked: uses.filter(({ ruling }) => isAsked(ruling)) };
}

/** Returns a question about a call with this input. */
export function callToApprove(
  tool: CatalogTool,
  input: CallToApprove['input'] = {},
  ruling: CallToApprove['ruling'] = { action: 'ask' },
): CallToApprove {
  return { source: '', tool, ruling, input };
}
