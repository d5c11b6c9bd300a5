// Asks for approval of the calls of one run that no rule decides and no earlier approval covers, and refuses calls that
// are not approved. Each decision is recorded.
import type { CatalogTool } from '../../catalog/index.ts';
import { adviceAfter, type Approval } from '../consent/approval.ts';
import { isAsked, ruleText, type Ruling } from '../consent/approvalRules.ts';
import { whileAsking } from '../consent/whileAsking.ts';
import type { Flow } from '../flow/flowGuard.ts';
import type { CallDecision, RunRecorder } from '../runJournal.ts';
import type { CalledTool } from '../runOutcome.ts';
import type { CallingRun } from './callingRun.ts';
import { notCalled, type CallStep, type ReadyCall, type ReadyToolCall } from './callStep.ts';

/** The questions about the calls of one run. Each question is asked once. */
export class CallQuestions {
  readonly #run: CallingRun;
  /** Approvals by the path of a tool, or by tool and rule about the flow of data. */
  readonly #given = new Map<string, Promise<Approval>>();

  constructor(run: CallingRun) {
    this.#run = run;
    const { tools, by } = run.approved;
    for (const tool of tools) this.#given.set(tool.path, Promise.resolve(by));
  }

  /** The approval of the tool in this run; undefined if the user was not asked. */
  readonly approvalOf = (tool: CatalogTool): Promise<Approval | undefined> =>
    this.#given.get(tool.path) ?? Promise.resolve(undefined);

  ask(key: string, call: ReadyToolCall, ruling: Ruling, flow?: Flow): Promise<Approval> {
    const known = this.#given.get(key);
    if (known) return known;
    const { source, request, recorder, answers } = this.#run;
    const { approver, caller } = request;
    const { sequence, tool, input, context } = call;
    const { signal, pauseClockWhile } = context;
    const question = { about: [key], ...(caller && { script: caller.tool.path }) };
    const ask = () => approver.approveCall({ source, tool, ruling, input, ...(flow && { flow }) }, signal);
    const decided = pauseClockWhile(() => answers.answer(question, ask));
    const asked = recorder ? whileAsking(decided, () => recorder.asks(sequence)) : decided;
    this.#given.set(key, asked);
    return asked;
  }
}

export function approveCalls(
  questions: CallQuestions,
  recorder: RunRecorder | undefined,
): CallStep<ReadyCall> {
  return async (call, next) => {
    const { sequence, called, ruling, allowedFlow } = call;
    if (call.kind !== 'tool' || !isAsked(ruling)) {
      const decision = allowedFlow ? decisionBy(allowedFlow, called) : decisionByRule(ruling);
      recorder?.decided(sequence, called, decision);
      return next(call);
    }
    const approval = await questions.ask(call.tool.path, call, ruling);
    recorder?.decided(sequence, called, decisionBy(approval, called));
    return approval.granted ? next(call) : notCalled(call, approval.reason, adviceAfter[approval.why]);
  };
}

function decisionByRule({ rule }: Ruling): CallDecision {
  return rule ? { allowed: true, by: 'rule', detail: ruleText(rule) } : { allowed: true, by: 'readOnly' };
}

export function decisionBy(approval: Approval, { path }: CalledTool): CallDecision {
  if (!approval.granted) return { allowed: false, by: deniedBy[approval.why], detail: approval.reason };
  return {
    allowed: true,
    by: approval.covered?.some((tool) => tool.path === path) ? 'consent' : approval.by,
  };
}

const deniedBy = {
  refused: 'user',
  unanswered: 'user',
  cancelled: 'user',
  unavailable: 'unavailable',
  flow: 'rule',
  dryRun: 'dryRun',
} as const satisfies Record<Extract<Approval, { granted: false }>['why'], CallDecision['by']>;
