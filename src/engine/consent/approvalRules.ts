// Which tools run unasked, are asked for, or are never called: globs over `server.tool` of the administrator, the user and the workspace,
// over what a tool's annotations say (docs/decisions/0027-approval-rules.md). Pure.
import { toolPattern, type NamedTool, type ToolPattern } from '../../base/globs/toolPattern.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { readRuleSetting, type ReadSetting, type SettingRule } from '../ruleSetting.ts';
import { effectOf, needsApproval } from '../formatting/effectOf.ts';

/** As rules say it, from the least strict. */
export const ruleActions = ['allow', 'ask', 'deny'] as const;
type RuleAction = (typeof ruleActions)[number];

/** One line of `codeMode.approvals.rules`; its pattern is a glob over `server.tool`. */
export type ApprovalRule = SettingRule<RuleAction>;
export type ReadRules = ReadSetting<RuleAction>;

/** `administrator` counts before `user`; each level can tighten what a higher one says. A workspace can do no more. */
const ruleLevels = ['administrator', 'user', 'workspace'] as const;
type RuleLevel = (typeof ruleLevels)[number];
type RulesByLevel = Readonly<Record<RuleLevel, readonly ApprovalRule[]>>;

/**
 * `ask`: by its annotations; what the user has allowed for longer counts. `askEachRun`: by a rule; nothing that was allowed before counts.
 * From the least strict.
 */
const actions = ['allow', 'ask', 'askEachRun', 'deny'] as const;
type ApprovalAction = (typeof actions)[number];

/** What holds for one tool. */
export interface Ruling {
  readonly action: ApprovalAction;
  /** The rule that says so; absent where the tool's annotations do. */
  readonly rule?: ApprovalRule;
}

/** A tool with what holds for it. */
export interface RuledTool {
  readonly tool: CatalogTool;
  readonly ruling: Ruling;
}

/** The rules of one level, whatever its file says: what cannot be read denies. */
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

/** What each level says of one tool, where it says something. */
type ByLevel = Readonly<Partial<Record<RuleLevel, RuleAction>>>;

/** What holds, and the level that says so; without one the tool's annotations do. */
export function decide(said: ByLevel, byDefault: 'allow' | 'ask'): { readonly action: ApprovalAction; readonly by?: RuleLevel } {
  const replaces = said.administrator ?? said.user;
  let decided: ReturnType<typeof decide> | undefined = replaces === undefined ? { action: byDefault } : undefined;
  for (const by of ruleLevels) {
    const action = said[by] === 'ask' ? 'askEachRun' : said[by];
    if (action && (!decided || actions.indexOf(action) > actions.indexOf(decided.action))) decided = { action, by };
  }
  return decided ?? { action: byDefault };
}

interface Matcher {
  readonly rule: ApprovalRule;
  /** Read when it is needed first: a workspace may write many that are slow to read. */
  pattern?: ToolPattern;
}

/** The rules as one run sees them. */
export class ApprovalRules {
  readonly #rules: RulesByLevel;
  readonly #asksFirst: boolean;
  readonly #levels: Readonly<Record<RuleLevel, readonly Matcher[]>>;
  /** By tool: what is named a thousand times is matched once. */
  readonly #rulings = new WeakMap<CatalogTool, Promise<Ruling>>();

  /** `asksFirst`: no tool that may write is called unasked, whatever `allow` rules say. */
  constructor(rules: RulesByLevel, asksFirst = false) {
    const { administrator, user, workspace } = rules;
    const matchers = (ofLevel: readonly ApprovalRule[]) =>
      ofLevel.filter(({ action }) => action !== 'allow' || !asksFirst).map((rule): Matcher => ({ rule }));
    this.#rules = rules;
    this.#asksFirst = asksFirst;
    this.#levels = { administrator: matchers(administrator), user: matchers(user), workspace: matchers(workspace) };
  }

  /** The same rules for a script that must write nothing unasked. */
  asksFirst(): ApprovalRules {
    return new ApprovalRules(this.#rules, true);
  }

  /** True if a tool that may write can be called unasked. An `allow` rule of a workspace loosens nothing. */
  get allowsWrites(): boolean {
    const { administrator, user } = this.#rules;
    return [...administrator, ...user].some(({ action }) => action === 'allow');
  }

  /** In slices: there may be many tools and rules, and a workspace may write rules that are slow to match. */
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

  /** The rule that denies what a server offers beside tools (`$resources`, `$prompts`), which is only read: nothing asks for it. */
  async denies(feature: NamedTool): Promise<ApprovalRule | undefined> {
    const { action, rule } = await this.#decide(feature, 'allow', new TimeSlice());
    return action === 'deny' ? rule : undefined;
  }

  async #decide(tool: NamedTool, byDefault: 'allow' | 'ask', slice: TimeSlice): Promise<Ruling> {
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

/** The words for a model and a person. */
export function denialReason({ pattern, setting }: ApprovalRule): string {
  return `${JSON.stringify(pattern)} in ${setting} denies it.`;
}

/** The rule as it stands in its setting. */
export function ruleText({ pattern, action, setting }: ApprovalRule): string {
  return `${JSON.stringify(pattern)}: ${action} (${setting})`;
}

/** Why it is asked for whatever was allowed before; undefined where annotations say so. */
export function eachRunReason({ action, rule }: Ruling): string | undefined {
  // A workspace may have written the pattern.
  return action === 'askEachRun' && rule ? visibleName(`asked each run by ${JSON.stringify(rule.pattern)} in ${rule.setting}`) : undefined;
}
