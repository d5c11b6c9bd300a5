// The wording of rules about the flow of data, for the model and for the user who is asked.
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import type { Flow } from './flowGuard.ts';
import { sidesOf } from './flowRules.ts';

/** The reason why a call is not made, for a model and a person. */
export function flowSentence({ rule, from, to }: Flow): string {
  const acts = rule.action === 'deny' ? 'denies' : 'asks before';
  return `${from.path} ${from.how}, and ${JSON.stringify(rule.pattern)} in ${rule.setting} ${acts} a call of ${to} after that.`;
}

/**
 * A question about a flow: one sentence, the reason, and what an approval allows. Hidden characters are made visible.
 */
export function flowQuestion(flow: Flow): Readonly<Record<'what' | 'evidence' | 'allows', string>> {
  const [source, target] = [visibleName(flow.from.path), visibleName(flow.to)];
  const [from = '*'] = sidesOf(flow.rule.pattern) ?? [];
  return {
    what: `${target} is called after ${source} answered.`,
    evidence: visibleText(flowSentence(flow)),
    allows: `this and every later call of ${target} in this run, whatever tools of ${visibleText(JSON.stringify(from))} answer`,
  };
}
