// Refuses the calls that an approval rule denies.
import { denialReason, type ApprovalRules } from '../consent/approvalRules.ts';
import { advice } from '../formatting/index.ts';
import type { RunRecorder } from '../runJournal.ts';
import { notCalled, type CallStep, type FlowingCall, type RuledCall } from './callStep.ts';

export function applyRules(
  rules: ApprovalRules,
  recorder: RunRecorder | undefined,
): CallStep<FlowingCall, RuledCall> {
  return async (call, next) => {
    const ruling = call.kind === 'tool' ? await rules.of(call.tool) : await rules.ofFeature(call.end);
    if (ruling.action !== 'deny') return next({ ...call, ruling });
    const { sequence, called } = call;
    const reason = ruling.rule ? denialReason(ruling.rule) : 'A rule denies it.';
    recorder?.decided(sequence, called, { allowed: false, by: 'rule', detail: reason });
    return notCalled(call, reason, advice.excluded.model);
  };
}
