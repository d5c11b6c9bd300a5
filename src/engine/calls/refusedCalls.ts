// Calls that name nothing that can be called. Advice compares a name with all others, so it is given to one call of the run at a time,
// and the host has its turn between them: a script may call a thousand of them at once.
import { setImmediate } from 'node:timers/promises';
import type { CatalogSnapshot, FeatureLookup, ToolLookup } from '../../catalog/catalogSnapshot.ts';
import type { ToolErrorCode } from '../../catalog/callFailure.ts';
import type { Declarations } from '../../declarations/declarations.ts';
import type { CallReply } from '../../sandbox/host/sandboxPort.ts';
import { explainLookup } from '../find/explainLookup.ts';

export interface CallNames {
  readonly server: string;
  readonly tool: string;
}

export class RefusedCalls {
  readonly #snapshot: CatalogSnapshot;
  readonly #declarations: Declarations;
  #last: Promise<unknown> = Promise.resolve();

  constructor(snapshot: CatalogSnapshot, declarations: Declarations) {
    this.#snapshot = snapshot;
    this.#declarations = declarations;
  }

  explain(
    names: CallNames,
    lookup: Exclude<ToolLookup | FeatureLookup, { kind: 'tool' | 'feature' }>,
    signal: AbortSignal,
  ): Promise<CallReply> {
    const refused = this.#last.then(async () => {
      await setImmediate();
      if (signal.aborted) return failed(names, 'cancelled', 'The run has ended.');
      const refusal = await explainLookup(lookup, names.server, names.tool, this.#snapshot, this.#declarations);
      return failed(names, refusal.error, refusal.message, refusal.hint);
    });
    this.#last = refused.catch(() => undefined);
    return refused;
  }
}

export function failed(
  { server, tool }: CallNames,
  code: ToolErrorCode,
  message: string,
  hint?: string,
): Extract<CallReply, { ok: false }> {
  return { ok: false, error: { code, server, tool, message, ...(hint !== undefined && { hint }), retryable: false, content: [] } };
}
