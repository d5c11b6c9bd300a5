// What lets a call of one run pass, or stops it, once no rule denies it: what the code showed beforehand was allowed before the run, the rest
// is asked for. Each decision is recorded.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../base/json.ts';
import type { CallContext } from '../../sandbox/host/sandboxPort.ts';
import type { Approval, Approver, CallToApprove } from '../approval.ts';
import { isAsked, ruleText, type Ruling } from '../consent/approvalRules.ts';
import type { RunAnswers } from '../consent/runAnswers.ts';
import { whileAsking } from '../consent/whileAsking.ts';
import type { Flow } from '../flow/flowGuard.ts';
import { flowSentence } from '../flow/flowText.ts';
import type { CallDecision, RunRecorder } from '../runJournal.ts';
import { calledTool } from './callRecords.ts';

export interface CallApprovalsParts {
  /** The script's code, for who is asked about a call. */
  readonly source: string;
  readonly approver: Approver;
  /** Tools that were allowed before the run began, and by what. */
  readonly approved: { readonly tools: Iterable<CatalogTool>; readonly by: Approval };
  /** Of the outermost run. */
  readonly answers: RunAnswers;
  /** The saved script that runs, if it is one. */
  readonly script?: string;
  readonly recorder?: RunRecorder;
}

interface CallOfTool {
  readonly sequence: number;
  readonly tool: CatalogTool;
  readonly ruling: Ruling;
  readonly input: JsonObject;
  readonly flows: readonly Flow[];
}

export class CallApprovals {
  readonly #parts: CallApprovalsParts;
  /** By tool, or by tool and rule about the flow of data. */
  readonly #given = new Map<string, Promise<Approval>>();

  constructor(parts: CallApprovalsParts) {
    this.#parts = parts;
    for (const tool of parts.approved.tools) this.#given.set(tool.path, Promise.resolve(parts.approved.by));
  }

  /** `flowed`: a rule about the flow of data stopped the call. */
  async decide(call: CallOfTool, context: CallContext): Promise<{ readonly approval: Approval; readonly flowed: boolean }> {
    const { sequence, tool, ruling } = call;
    const flowing = await this.#approveFlows(call, context);
    const approval = !flowing || flowing.granted ? await this.#approve(call, context) : flowing;
    const decision = flowing && !isAsked(ruling) ? decisionBy(flowing, tool) : decisionOf(ruling, approval, tool);
    this.#parts.recorder?.decided(sequence, calledTool(tool), decision);
    return { approval, flowed: flowing?.granted === false };
  }

  /** What was said of the tool in this run; undefined where the user was not asked. */
  approvalOf(tool: CatalogTool): Promise<Approval | undefined> {
    return this.#given.get(tool.path) ?? Promise.resolve(undefined);
  }

  #approve({ sequence, tool, ruling, input }: CallOfTool, context: CallContext): Promise<Approval> {
    if (!isAsked(ruling)) return Promise.resolve({ granted: true, by: 'rule' });
    const { source } = this.#parts;
    return this.#once(tool.path, sequence, { source, tool, ruling, input }, context);
  }

  /** Asks once for each rule about the flow of data, until one is refused; undefined where no rule is about the call. */
  async #approveFlows({ sequence, tool, input, flows }: CallOfTool, context: CallContext): Promise<Approval | undefined> {
    const { source, answers } = this.#parts;
    const [strictest] = flows;
    if (strictest?.rule.action === 'deny') return { granted: false, why: 'flow', reason: flowSentence(strictest) };
    const keyOf = ({ rule }: Flow) => `${rule.pattern} in ${rule.setting}: ${tool.path}`;
    // A question whose yes would not let the call pass is not asked.
    let approval = answers.refusalOf(flows.map(keyOf));
    for (const flow of flows) {
      if (approval?.granted === false) break;
      const ruling = { action: 'askEachRun', rule: flow.rule } as const;
      approval = await this.#once(keyOf(flow), sequence, { source, tool, ruling, input, flow }, context);
    }
    return approval;
  }

  #once(key: string, sequence: number, call: CallToApprove, { signal, pauseClockWhile }: CallContext): Promise<Approval> {
    const known = this.#given.get(key);
    if (known) return known;
    const { approver, recorder, answers, script } = this.#parts;
    const question = { about: [key], ...(script !== undefined && { script }) };
    const decided = pauseClockWhile(() => answers.answer(question, () => approver.approveCall(call, signal)));
    const asked = recorder ? whileAsking(decided, () => recorder.asks(sequence)) : decided;
    this.#given.set(key, asked);
    return asked;
  }
}

function decisionOf(ruling: Ruling, approval: Approval, tool: CatalogTool): CallDecision {
  if (!approval.granted || isAsked(ruling)) return decisionBy(approval, tool);
  const { rule } = ruling;
  return rule ? { allowed: true, by: 'rule', detail: ruleText(rule) } : { allowed: true, by: 'readOnly' };
}

function decisionBy(approval: Approval, tool: CatalogTool): CallDecision {
  if (approval.granted) return { allowed: true, by: approval.covered?.includes(tool) ? 'consent' : approval.by };
  return { allowed: false, by: deniedBy[approval.why], detail: approval.reason };
}

const deniedBy = {
  refused: 'user',
  unanswered: 'user',
  cancelled: 'user',
  unavailable: 'unavailable',
  flow: 'rule',
  dryRun: 'dryRun',
} as const satisfies Record<Extract<Approval, { granted: false }>['why'], CallDecision['by']>;
