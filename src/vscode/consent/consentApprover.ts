// Decides whether a script of the editor may write. Saved consents count first; the approver asks the user for
// everything else, one question at a time, and gives up when nobody answers.
import {
  dryRunChosen,
  inFlightText,
  type Approval,
  type Approver,
  type CallInFlight,
  type CallToApprove,
  type InFlightAnswer,
  type RuledTool,
  type ScriptToApprove,
} from '../../engine/index.ts';
import type { Mutex } from '../../mcp/elicitation/index.ts';
import { listed } from '../../base/text/counted.ts';
import { untilAborted } from '../../base/withTimeout.ts';
import type { Consents, ConsentContext, ConsentScope } from './consents.ts';

export type ApprovalAnswer =
  /** Scope `run`: the permission ends with this run. */
  | { readonly kind: 'allow'; readonly scope: 'run' | ConsentScope }
  /** Answer to a question about a run: first list the writes that the script would make. */
  | { readonly kind: 'dryRun' }
  | { readonly kind: 'refuse' }
  /** Answer to a question about a write that was in flight. */
  | { readonly kind: 'happened' | 'didNotHappen' };

export interface AskOptions {
  /** The scopes beyond this run that the user can choose, shortest first. */
  readonly scopes: readonly ConsentScope[];
  /** The question closes when this signal aborts, because its answer is no longer needed. */
  readonly signal: AbortSignal;
  /** To be called when the user acts on the question, which shows that the user is present. */
  readonly onActivity: () => void;
}

/** Asks the user. The methods resolve to undefined if the signal closed the question. */
export interface ApprovalQuestions {
  askRun(script: ScriptToApprove, options: AskOptions): Promise<ApprovalAnswer | undefined>;
  askCall(call: CallToApprove, options: AskOptions): Promise<ApprovalAnswer | undefined>;
  askInFlight(call: CallInFlight, options: AskOptions): Promise<ApprovalAnswer | undefined>;
}

export interface ConsentApproverParts {
  readonly consents: Consents;
  readonly questions: ApprovalQuestions;
  readonly turns: Mutex;
  readonly place: ConsentContext;
  readonly scopes: readonly ConsentScope[];
  /** Returns how long to wait for an answer to a visible question, in milliseconds; 0 waits without a limit. */
  readonly answerMs: () => number;
}

/** Maximum number of tools that a refusal names. */
const mostNamed = 5;

export class ConsentApprover implements Approver {
  readonly #parts: ConsentApproverParts;

  constructor(parts: ConsentApproverParts) {
    this.#parts = parts;
  }

  approveRun(script: ScriptToApprove, signal: AbortSignal): Promise<Approval> {
    return this.#decide({
      asked: script.asked,
      ask: (open, options) => this.#parts.questions.askRun({ ...script, asked: open }, options),
      question: (open) =>
        `run this script, which calls ${listed(
          open.map(({ tool }) => tool.path),
          mostNamed,
        )}`,
      signal,
    });
  }

  approveCall(call: CallToApprove, signal: AbortSignal): Promise<Approval> {
    return this.#decide({
      asked: [call],
      ask: (_open, options) => this.#parts.questions.askCall(call, options),
      question: () => 'allow the call',
      signal,
    });
  }

  async askInFlight(call: CallInFlight, signal: AbortSignal): Promise<InFlightAnswer> {
    const { questions, turns } = this.#parts;
    const answerInTurn = () =>
      this.#attended(signal, (asking) => questions.askInFlight(call, { scopes: [], ...asking }));
    const answer = await untilAborted(turns.run(answerInTurn), signal);
    if (answer?.kind === 'happened' || answer?.kind === 'didNotHappen') return { kind: answer.kind };
    const what = inFlightText(call);
    if (answer) return { kind: 'stop', why: 'refused', reason: `${what} The user stopped the run.` };
    if (signal.aborted) return { kind: 'stop', why: 'cancelled', reason: 'Run cancelled.' };
    return { kind: 'stop', why: 'unanswered', reason: `${what} The user did not answer.` };
  }

  async #decide<Asked extends RuledTool>({
    asked,
    ask,
    question,
    signal,
  }: Decision<Asked>): Promise<Approval> {
    const { consents, place, scopes, turns } = this.#parts;
    // No lasting consent covers a tool that a rule asks for in each run.
    const isEachRun = ({ ruling }: RuledTool) => ruling.action === 'askEachRun';
    const tools = asked.map(({ tool }) => tool);
    const notCovered = () => {
      const open = new Set(consents.notCovered(tools, place));
      return asked.filter((one) => isEachRun(one) || open.has(one.tool));
    };
    const open = notCovered();
    if (open.length === 0) return { granted: true, by: 'consent' };
    const answerInTurn = async (): Promise<ApprovalAnswer | undefined> => {
      // While this question waited for its turn, the answer to another one may have covered these tools.
      const open = notCovered();
      if (open.length === 0) return { kind: 'allow', scope: 'run' };
      const lasting = open.filter((one) => !isEachRun(one)).map(({ tool }) => tool);
      const offered = lasting.length > 0 ? scopes : [];
      const answer = await this.#attended(signal, (asking) => ask(open, { scopes: offered, ...asking }));
      if (answer?.kind === 'allow' && answer.scope !== 'run')
        await consents.grant(lasting, answer.scope, place);
      return answer;
    };
    const answer = await untilAborted(turns.run(answerInTurn), signal);
    if (answer?.kind === 'allow') {
      const covered = asked.filter((one) => !open.includes(one)).map(({ tool }) => tool);
      return { granted: true, by: 'user', covered };
    }
    if (answer?.kind === 'dryRun') return dryRunChosen;
    const what = question(notCovered());
    if (answer) return { granted: false, why: 'refused', reason: `The user refused to ${what}.` };
    if (signal.aborted) return { granted: false, why: 'cancelled', reason: 'Run cancelled.' };
    return { granted: false, why: 'unanswered', reason: `The user did not answer whether to ${what}.` };
  }

  /** Asks, and ends an unattended question after a time, so that no run hangs behind it. */
  async #attended(
    signal: AbortSignal,
    ask: (asking: Omit<AskOptions, 'scopes'>) => Promise<ApprovalAnswer | undefined>,
  ): Promise<ApprovalAnswer | undefined> {
    if (signal.aborted) return undefined;
    const ms = this.#parts.answerMs();
    const late = new AbortController();
    const timer = ms > 0 ? setTimeout(() => late.abort(), ms) : undefined;
    try {
      return await ask({
        signal: AbortSignal.any([signal, late.signal]),
        onActivity: () => void timer?.refresh(),
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Decision<Asked extends RuledTool> {
  readonly asked: readonly Asked[];
  readonly ask: (open: readonly Asked[], options: AskOptions) => Promise<ApprovalAnswer | undefined>;
  /** The text after "to" in "whether to …". */
  readonly question: (open: readonly Asked[]) => string;
  readonly signal: AbortSignal;
}
