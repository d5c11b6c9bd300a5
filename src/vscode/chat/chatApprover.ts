// In chat the confirmation that VS Code shows before the tool runs is the question. What it did not show is asked for
// in a dialog.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../catalog/json.ts';
import type { Approval, Approver } from '../../engine/approval.ts';

/** What a confirmation said of a script before a person allowed it. */
export interface Confirmed {
  /** Paths of the tools that it named as able to write. */
  readonly tools: ReadonlySet<string>;
  /** The servers, by their names in scripts, whose tools nobody knew yet, so that it said of them that they may write. */
  readonly servers: ReadonlySet<string>;
}

export const nothingConfirmed: Confirmed = { tools: new Set(), servers: new Set() };

export class ChatApprover implements Approver {
  readonly #confirmed: Confirmed;
  readonly #otherwise: Approver;

  constructor(confirmed: Confirmed, otherwise: Approver) {
    this.#confirmed = confirmed;
    this.#otherwise = otherwise;
  }

  async approveRun(code: string, writes: readonly CatalogTool[], signal: AbortSignal): Promise<Approval> {
    const { tools, servers } = this.#confirmed;
    const unseen = writes.filter(({ path, namespace }) => !tools.has(path) && !servers.has(namespace));
    return unseen.length === 0 ? { granted: true } : this.#otherwise.approveRun(code, unseen, signal);
  }

  approveCall(tool: CatalogTool, input: JsonObject, signal: AbortSignal): Promise<Approval> {
    return this.#otherwise.approveCall(tool, input, signal);
  }
}
