// Answers every question the same way and records the questions.
import type {
  Approval,
  Approver,
  CallInFlight,
  CallToApprove,
  InFlightAnswer,
  ScriptToApprove,
} from '../../src/engine/consent/approval.ts';

export class RecordingApprover implements Approver {
  readonly asked: string[] = [];
  readonly #answer: Approval;

  constructor(answer: Approval = { granted: true, by: 'user' }) {
    this.#answer = answer;
  }

  approveRun({ asked }: ScriptToApprove): Promise<Approval> {
    this.asked.push(`run: ${asked.map(({ tool }) => tool.path).join(', ')}`);
    return Promise.resolve(this.#answer);
  }

  approveCall({ tool, flow }: CallToApprove): Promise<Approval> {
    this.asked.push(`call: ${tool.path}${flow ? ` after ${flow.from.path}` : ''}`);
    return Promise.resolve(this.#answer);
  }

  askInFlight({ path }: CallInFlight): Promise<InFlightAnswer> {
    this.asked.push(`in flight: ${path}`);
    return Promise.resolve({ kind: 'stop', why: 'refused', reason: 'No.' });
  }
}
