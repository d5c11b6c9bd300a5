// Answers every question the same way and remembers what was asked.
import type { Approval, Approver, CallToApprove, RunApproval, ScriptToApprove } from '../../src/engine/approval.ts';

export class RecordingApprover implements Approver {
  readonly asked: string[] = [];
  readonly #answer: RunApproval;

  constructor(answer: RunApproval = { granted: true }) {
    this.#answer = answer;
  }

  approveRun({ writes }: ScriptToApprove): Promise<RunApproval> {
    this.asked.push(`run: ${writes.map((tool) => tool.path).join(', ')}`);
    return Promise.resolve(this.#answer);
  }

  approveCall({ tool }: CallToApprove): Promise<Approval> {
    this.asked.push(`call: ${tool.path}`);
    const answer = this.#answer;
    return Promise.resolve(!answer.granted && answer.why === 'dryRun' ? { granted: true } : answer);
  }
}
