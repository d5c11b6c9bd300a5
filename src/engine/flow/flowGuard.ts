// Applies the rules about the flow of data to one run and the saved scripts that it calls. Once a tool on the left of a
// rule has answered, each call of a tool on the right is asked about or denied. The guard does not look at values, so a
// script cannot evade a rule by encoding or splitting them.
import { unknownOrigin, type ValueOrigin } from '../stores/index.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import { sidesOf, type FlowRule, type FlowRules } from './flowRules.ts';

/** A tool whose answer the run may hold. */
interface AnsweredTool extends ValueOrigin {
  /** The end of a sentence that begins with the path of the tool: "has answered in this run (call 3)". */
  readonly how: string;
}

/** Maximum number of tools that are kept with a value; few, since each stored value has such a list. */
const mostOrigins = 50;
const anyTool: readonly ValueOrigin[] = [unknownOrigin];

/** A call that a rule covers. */
export interface Flow {
  readonly rule: FlowRule;
  /** The first tool on the left of the rule whose answer the run holds. */
  readonly from: AnsweredTool;
  /** Path of the called tool: `tools.web.post`. */
  readonly to: string;
}

/** The flows to one tool from the first `looked` tools that answered. */
interface KnownFlows {
  readonly looked: number;
  readonly byRule: ReadonlyMap<FlowRule, Flow>;
}

export class FlowGuard {
  readonly #rules: FlowRules;
  readonly #answered: AnsweredTool[] = [];
  readonly #paths = new Set<string>();
  #origins: readonly ValueOrigin[] | undefined;
  /** Known flows by the path of the called tool. */
  readonly #flows = new Map<string, Promise<KnownFlows>>();

  constructor(rules: FlowRules) {
    this.#rules = rules;
  }

  /** True if any answer can make a rule ask or deny. */
  get hasRules(): boolean {
    return !this.#rules.isEmpty;
  }

  /**
   * The tools whose answers a value of this run may hold; the same array until another tool answers. Above
   * `mostOrigins` tools, the list is `anyTool`.
   */
  get origins(): readonly ValueOrigin[] {
    if (this.#answered.length > mostOrigins) return anyTool;
    return (this.#origins ??= this.#answered.map(({ how: _how, ...origin }) => origin));
  }

  /** Notes that a tool answered; called before the script gets the answer. `how`: see `AnsweredTool`. */
  answered(tool: ValueOrigin, how: string): void {
    if (this.#paths.has(tool.path)) return;
    const { server, namespace, name, method, path, isAnyTool } = tool;
    this.#paths.add(path);
    this.#answered.push({ server, namespace, name, method, path, ...(isAnyTool && { isAnyTool }), how });
    this.#origins = undefined;
  }

  /** Notes that the run reads a value with these origins. `how`: see `AnsweredTool`. */
  read(origins: readonly ValueOrigin[], how: string): void {
    for (const origin of origins) this.answered(origin, how);
  }

  /** Returns the flows to a tool that is called now, one per rule, denied ones first. Later answers do not count. */
  async check(to: ValueOrigin): Promise<readonly Flow[]> {
    const count = this.#answered.length;
    if (this.#rules.isEmpty || count === 0) return [];
    const before = this.#flows.get(to.path) ?? Promise.resolve<KnownFlows>({ looked: 0, byRule: new Map() });
    const flows = before.then((known) => (known.looked < count ? this.#withMore(known, count, to) : known));
    this.#flows.set(to.path, flows);
    const isDenied = ({ rule }: Flow) => rule.action === 'deny';
    const all = [...(await flows).byRule.values()];
    return [...all.filter(isDenied), ...all.filter((flow) => !isDenied(flow))];
  }

  async #withMore({ looked, byRule }: KnownFlows, count: number, to: ValueOrigin): Promise<KnownFlows> {
    const more = new Map(byRule);
    for (const from of this.#answered.slice(looked, count)) {
      const rule = await this.#rules.between(from, to);
      if (rule && !more.has(rule)) more.set(rule, { rule, from, to: to.path });
    }
    return { looked: count, byRule: more };
  }
}

/** The reason why a call is not made, for a model and a person. */
export function flowSentence({ rule, from, to }: Flow): string {
  const acts = rule.action === 'deny' ? 'denies' : 'asks before';
  return `${from.path} ${from.how}, and ${JSON.stringify(rule.pattern)} in ${rule.setting} ${acts} a call of ${to} after that.`;
}

/** A question about a flow: one sentence, the reason, and what an approval allows, with hidden characters visible. */
export function flowQuestion(flow: Flow): Readonly<Record<'what' | 'evidence' | 'allows', string>> {
  const [source, target] = [visibleName(flow.from.path), visibleName(flow.to)];
  const [from = '*'] = sidesOf(flow.rule.pattern) ?? [];
  return {
    what: `${target} is called after ${source} answered.`,
    evidence: visibleText(flowSentence(flow)),
    allows: `this and every later call of ${target} in this run, whatever tools of ${visibleText(JSON.stringify(from))} answer`,
  };
}
