// Fakes the person who may be asked while a server starts.
import type { UserAction } from '../../src/catalog/toolSource.ts';
import type { StartInteraction } from '../../src/mcp/protocol/startInteraction.ts';

export class FakePerson implements StartInteraction {
  /** The requests to the person, in order. */
  readonly asked: UserAction[] = [];
  readonly interactive: boolean;
  readonly signal: AbortSignal;

  constructor({
    interactive = true,
    signal = new AbortController().signal,
  }: { readonly interactive?: boolean; readonly signal?: AbortSignal } = {}) {
    this.interactive = interactive;
    this.signal = signal;
  }

  ask<T>(need: UserAction, question: () => Promise<T>): Promise<T> {
    this.asked.push(need);
    return question();
  }
}
