// A person beside the start of a server, who may be asked or may not.
import type { PersonNeed } from '../../src/catalog/toolSource.ts';
import type { PersonAtStart } from '../../src/mcp/protocol/startInteraction.ts';

export class FakePerson implements PersonAtStart {
  /** What was asked for, in order. */
  readonly asked: PersonNeed[] = [];
  readonly mayAsk: boolean;
  readonly signal: AbortSignal;

  constructor({ mayAsk = true, signal = new AbortController().signal }: { readonly mayAsk?: boolean; readonly signal?: AbortSignal } = {}) {
    this.mayAsk = mayAsk;
    this.signal = signal;
  }

  ask<T>(need: PersonNeed, question: () => Promise<T>): Promise<T> {
    this.asked.push(need);
    return question();
  }
}
