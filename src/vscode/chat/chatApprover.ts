// In chat the confirmation that VS Code shows before the tool runs is the question. What it did not show is asked for
// in a dialog.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../catalog/json.ts';
import type { Approval, Approver } from '../../engine/approval.ts';

export class ChatApprover implements Approver {
  readonly #confirmed: ReadonlySet<string>;
  readonly #otherwise: Approver;

  /** `confirmed`: paths of the tools that the confirmation named as able to write. */
  constructor(confirmed: ReadonlySet<string>, otherwise: Approver) {
    this.#confirmed = confirmed;
    this.#otherwise = otherwise;
  }

  async approveRun(code: string, writes: readonly CatalogTool[], signal: AbortSignal): Promise<Approval> {
    const unseen = writes.filter((tool) => !this.#confirmed.has(tool.path));
    return unseen.length === 0 ? { granted: true } : this.#otherwise.approveRun(code, unseen, signal);
  }

  approveCall(tool: CatalogTool, input: JsonObject, signal: AbortSignal): Promise<Approval> {
    return this.#otherwise.approveCall(tool, input, signal);
  }
}
