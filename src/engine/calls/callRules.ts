// Refuses the calls that an approval rule denies.
import { denialReason, type ApprovalRules, type Ruling } from '../consent/approvalRules.ts';
import { advice } from '../formatting/index.ts';
import type { RunRecorder } from '../runJournal.ts';
import { notCalled, type CallStep, type FlowingCall, type RuledCall } from './callStep.ts';

export function applyRules(
  rules: ApprovalRules,
  recorder: RunRecorder | undefined,
): CallStep<FlowingCall, RuledCall> {
  return async (call, next) => {
    const ruling = call.kind === 'tool' ? await rules.of(call.tool) : await rulingOfFeature(rules, call);
    if (ruling.action !== 'deny') return next({ ...call, ruling });
    const { sequence, called } = call;
    const reason = ruling.rule ? denialReason(ruling.rule) : 'A rule denies it.';
    recorder?.decided(sequence, called, { allowed: false, by: 'rule', detail: reason });
    return notCalled(call, reason, advice.excluded.model);
  };
}

/** Resources and prompts of a server can only be read, so no rule asks about them; a rule can only deny them. */
async function rulingOfFeature(rules: ApprovalRules, { end }: FlowingCall): Promise<Ruling> {
  const rule = await rules.denies(end);
  return rule ? { action: 'deny', rule } : { action: 'allow' };
}
