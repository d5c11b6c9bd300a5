// Answers every question the same way, unless a test says how it answers calls, and records the questions.
import type {
  Approval,
  Approver,
  CallInFlight,
  CallToApprove,
  InFlightAnswer,
  ScriptToApprove,
} from '../../src/engine/consent/approval.ts';

export class RecordingApprover implements Approver {
  /** One line for each question. */
  readonly asked: string[] = [];
  readonly scripts: ScriptToApprove[] = [];
  readonly calls: CallToApprove[] = [];
  readonly #answer: Approval;
  readonly #answerToCall: (call: CallToApprove) => Approval;

  constructor(
    answer: Approval = { granted: true, by: 'user' },
    answerToCall: (call: CallToApprove) => Approval = () => answer,
  ) {
    this.#answer = answer;
    this.#answerToCall = answerToCall;
  }

  approveRun(script: ScriptToApprove): Promise<Approval> {
    this.asked.push(`run: ${script.asked.map(({ tool }) => tool.path).join(', ')}`);
    this.scripts.push(script);
    return Promise.resolve(this.#answer);
  }

  approveCall(call: CallToApprove): Promise<Approval> {
    const { tool, flow } = call;
    this.asked.push(`call: ${tool.path}${flow ? ` after ${flow.from.path}` : ''}`);
    this.calls.push(call);
    return Promise.resolve(this.#answerToCall(call));
  }

  askInFlight({ path }: CallInFlight): Promise<InFlightAnswer> {
    this.asked.push(`in flight: ${path}`);
    return Promise.resolve({ kind: 'stop', why: 'refused', reason: 'No.' });
  }
}
