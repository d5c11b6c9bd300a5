// Decides which tools run without a question, which need approval, and which are denied. Globs over `server.tool` of
// the administrator, the user and the workspace override the annotations of a tool
// (docs/decisions/0027-approval-rules.md). The module is pure.
import { toolPattern, type ToolIdentity, type ToolPattern } from '../../base/globs/toolPattern.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { CatalogTool } from '../../catalog/index.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { readRuleSetting, type ReadSetting, type SettingRule } from '../ruleSetting.ts';
import { effectOf, needsApproval } from '../formatting/index.ts';

/** Actions of rules, least strict first. */
export const ruleActions = ['allow', 'ask', 'deny'] as const;
type RuleAction = (typeof ruleActions)[number];

/** One line of `codeMode.approvals.rules`; its pattern is a glob over `server.tool`. */
export type ApprovalRule = SettingRule<RuleAction>;
export type ReadRules = ReadSetting<RuleAction>;

/** `administrator` counts before `user`. Each level can tighten a higher one; a workspace can only tighten. */
const ruleLevels = ['administrator', 'user', 'workspace'] as const;
type RuleLevel = (typeof ruleLevels)[number];
type RulesByLevel = Readonly<Record<RuleLevel, readonly ApprovalRule[]>>;

/**
 * `ask`: the annotations require approval, and earlier consents of the user count. `askEachRun`: a rule requires
 * approval, and no earlier consent counts. Least strict first.
 */
const actions = ['allow', 'ask', 'askEachRun', 'deny'] as const;
type ApprovalAction = (typeof actions)[number];

export interface Ruling {
  readonly action: ApprovalAction;
  /** The rule that decides; absent if the annotations of the tool decide. */
  readonly rule?: ApprovalRule;
}

export interface RuledTool {
  readonly tool: CatalogTool;
  readonly ruling: Ruling;
}

/** Reads the rules of one level from a value of any shape. An unreadable rule denies. */
export function readRules(value: unknown, setting: string): ReadRules {
  return readRuleSetting(value, setting, {
    actions: ruleActions,
    noAction: 'neither allow, ask nor deny',
    mostRules: 500,
    denyAll: { pattern: '*', words: 'every tool is denied' },
    example: '{ "github.*": "ask" }',
    problemOf: (pattern) => {
      const { problem } = toolPattern(pattern);
      return problem && `is not a glob (${problem.reason})`;
    },
  });
}

/** The action of each level for one tool; absent if the level has no rule for it. */
type ByLevel = Readonly<Partial<Record<RuleLevel, RuleAction>>>;

/** Returns the action and the level that decides; without a level, the annotations of the tool decide. */
export function decide(
  said: ByLevel,
  byDefault: 'allow' | 'ask',
): { readonly action: ApprovalAction; readonly by?: RuleLevel } {
  const replaces = said.administrator ?? said.user;
  let decided: ReturnType<typeof decide> | undefined =
    replaces === undefined ? { action: byDefault } : undefined;
  for (const by of ruleLevels) {
    const action = said[by] === 'ask' ? 'askEachRun' : said[by];
    if (action && (!decided || actions.indexOf(action) > actions.indexOf(decided.action)))
      decided = { action, by };
  }
  return decided ?? { action: byDefault };
}

interface RuleMatcher {
  readonly rule: ApprovalRule;
  /** Parsed when first needed: a workspace may write many rules that are slow to parse. */
  pattern?: ToolPattern;
}

export class ApprovalRules {
  readonly #rules: RulesByLevel;
  readonly #asksFirst: boolean;
  readonly #levels: Readonly<Record<RuleLevel, readonly RuleMatcher[]>>;
  /** Decisions by tool, so that a tool that is named a thousand times is matched once. */
  readonly #rulings = new WeakMap<CatalogTool, Promise<Ruling>>();

  /** `asksFirst` is true if no tool that may write is called without approval, whatever `allow` rules say. */
  constructor(rules: RulesByLevel, asksFirst = false) {
    const { administrator, user, workspace } = rules;
    const matchers = (ofLevel: readonly ApprovalRule[]) =>
      ofLevel.filter(({ action }) => action !== 'allow' || !asksFirst).map((rule): RuleMatcher => ({ rule }));
    this.#rules = rules;
    this.#asksFirst = asksFirst;
    this.#levels = {
      administrator: matchers(administrator),
      user: matchers(user),
      workspace: matchers(workspace),
    };
  }

  /** Returns the same rules for a script that must not write without approval. */
  asksFirst(): ApprovalRules {
    return new ApprovalRules(this.#rules, true);
  }

  /** True if a tool that may write can be called without a question. An `allow` rule of a workspace does not count. */
  get allowsWrites(): boolean {
    const { administrator, user } = this.#rules;
    return [...administrator, ...user].some(({ action }) => action === 'allow');
  }

  /** Decides in time slices: tools and rules may be many, and a workspace may write rules that are slow to match. */
  async ofAll(tools: readonly CatalogTool[]): Promise<readonly RuledTool[]> {
    const slice = new TimeSlice();
    const ruled: RuledTool[] = [];
    for (const tool of tools) ruled.push({ tool, ruling: await this.of(tool, slice) });
    return ruled;
  }

  of(tool: CatalogTool, slice = new TimeSlice()): Promise<Ruling> {
    // A tool of the editor that VS Code runs without a confirmation may write, too.
    const asks = needsApproval(tool) || (this.#asksFirst && effectOf(tool) === 'confirmsItself');
    const ruling = this.#rulings.get(tool) ?? this.#decide(tool, asks ? 'ask' : 'allow', slice);
    this.#rulings.set(tool, ruling);
    return ruling;
  }

  /** Decides about `$resources` or `$prompts` of a server. They are only read, so a rule can deny but not ask. */
  async ofFeature(feature: ToolIdentity): Promise<Ruling> {
    const ruling = await this.#decide(feature, 'allow', new TimeSlice());
    return ruling.action === 'deny' ? ruling : { action: 'allow' };
  }

  async #decide(tool: ToolIdentity, byDefault: 'allow' | 'ask', slice: TimeSlice): Promise<Ruling> {
    const found: Partial<Record<RuleLevel, ApprovalRule>> = {};
    const said: Partial<Record<RuleLevel, RuleAction>> = {};
    for (const level of ruleLevels) {
      for (const matcher of this.#levels[level]) {
        const { rule } = matcher;
        const sofar = said[level];
        if (sofar && ruleActions.indexOf(rule.action) <= ruleActions.indexOf(sofar)) continue;
        const { mayName, names } = (matcher.pattern ??= toolPattern(rule.pattern));
        if (rule.action === 'allow' ? names(tool) : mayName(tool)) {
          found[level] = rule;
          said[level] = rule.action;
        }
        if (slice.isOver) await slice.yieldIfOver();
      }
    }
    const { action, by } = decide(said, byDefault);
    const rule = by && found[by];
    return { action, ...(rule && { rule }) };
  }
}

export function isAsked({ action }: Ruling): boolean {
  return action === 'ask' || action === 'askEachRun';
}

/** The reason for a denial, for a model and a person. */
export function denialReason({ pattern, setting }: ApprovalRule): string {
  return `${JSON.stringify(pattern)} in ${setting} denies it.`;
}

/** The rule as written in its setting. */
export function ruleText({ pattern, action, setting }: ApprovalRule): string {
  return `${JSON.stringify(pattern)}: ${action} (${setting})`;
}

/** The reason for asking whatever was allowed before; undefined if only the annotations require approval. */
export function eachRunReason({ action, rule }: Ruling): string | undefined {
  // The pattern may come from a workspace, so hidden characters are escaped.
  return action === 'askEachRun' && rule
    ? visibleName(`asked each run by ${JSON.stringify(rule.pattern)} in ${rule.setting}`)
    : undefined;
}
