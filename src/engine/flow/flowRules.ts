// Reads the setting `codeMode.dataFlow`: pairs of globs `"from -> to"` over `server.tool`, joined from every level of
// settings. A level can only add rules, so a workspace tightens and never loosens.
import { TimeSlice } from '../../base/timeSlice.ts';
import { toolPattern, type ToolIdentity, type ToolPattern } from '../../base/globs/toolPattern.ts';
import type { ValueOrigin } from '../stores/index.ts';
import { readRuleSetting, warnOnce, type ReadSetting, type SettingRule } from '../ruleSetting.ts';

/** Actions of rules, least strict first. */
export const flowActions = ['ask', 'deny'] as const;
type FlowAction = (typeof flowActions)[number];

/** One line of `codeMode.dataFlow`: `"mail.* -> web.*": "ask"`. */
export type FlowRule = SettingRule<FlowAction>;
type ReadFlowRules = ReadSetting<FlowAction>;

const arrow = '->';

/** Reads the rules of one level. An unreadable entry denies; an unreadable setting denies all flows between servers. */
export function readFlowRules(value: unknown, setting: string): ReadFlowRules {
  return readRuleSetting(value, setting, {
    actions: flowActions,
    noAction: 'neither ask nor deny',
    mostRules: 200,
    denyAll: { pattern: '* -> *', words: 'every flow is denied' },
    example: '{ "mail.* -> web.*": "ask" }',
    problemOf: flowPatternProblem,
  });
}

/** The end of a sentence that begins with the pattern and says what is wrong with it; undefined for a valid pattern. */
export function flowPatternProblem(pattern: string): string | undefined {
  const sides = sidesOf(pattern);
  if (!sides) return 'is no pair of globs such as "mail.* -> web.*", and holds for all tools';
  const wrong = sides.map((side) => toolPattern(side).problem).find((problem) => problem !== undefined);
  return wrong && `is not a pair of globs (${wrong.reason})`;
}

interface FlowMatcher {
  readonly rule: FlowRule;
  readonly from: ToolPattern['mayName'];
  readonly to: ToolPattern['mayName'];
}

/** The rules about the flow of data of one run. */
export class FlowRules {
  readonly #matchers: readonly FlowMatcher[];

  constructor(rules: readonly FlowRule[]) {
    this.#matchers = rules.map((rule) => {
      const [from, to] = sidesOf(rule.pattern) ?? ['*', '*'];
      return { rule, from: toolPattern(from).mayName, to: toolPattern(to).mayName };
    });
  }

  get isEmpty(): boolean {
    return this.#matchers.length === 0;
  }

  /**
   * Returns the strictest rule between two tools; undefined between tools of one server, which already has its own
   * answers. Yields to the event loop, since a workspace may write rules that are slow to match.
   */
  async between(from: ValueOrigin, to: ToolIdentity): Promise<FlowRule | undefined> {
    if (from.server === to.server) return undefined;
    const slice = new TimeSlice();
    const rules: FlowRule[] = [];
    for (const matcher of this.#matchers) {
      if ((from.isAnyTool === true || matcher.from(from)) && matcher.to(to)) rules.push(matcher.rule);
      if (slice.isOver) await slice.yieldIfOver();
    }
    return rules.find(({ action }) => action === 'deny') ?? rules[0];
  }
}

/** Reads the rules of all levels at each call. `warn` is called once with each problem for as long as it lasts. */
export function currentFlowRules(
  read: () => readonly ReadFlowRules[],
  warn: (line: string) => void,
): () => FlowRules {
  const report = warnOnce(warn);
  return () => {
    const levels = read();
    report(levels.flatMap(({ problems }) => problems));
    return new FlowRules(levels.flatMap(({ rules }) => rules));
  };
}

/** Returns the two globs of a pattern; undefined if it does not have two sides. */
export function sidesOf(pattern: string): readonly [from: string, to: string] | undefined {
  const at = pattern.indexOf(arrow);
  const [from, to] = [pattern.slice(0, Math.max(at, 0)).trim(), pattern.slice(at + arrow.length).trim()];
  return at < 0 || from === '' || to === '' || to.includes(arrow) ? undefined : [from, to];
}
