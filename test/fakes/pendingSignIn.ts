// A person who signs in slowly: the page stays open until the test lets the person continue.
import type { SignInAnswer, SignInPage } from '../../src/mcp/auth/signIn.ts';
import { untilAborted } from '../../src/base/withTimeout.ts';
import { FollowingSignIn } from './followingSignIn.ts';

export class PendingSignIn extends FollowingSignIn {
  /** Resolves with the signal of the first page that is shown. */
  readonly shown = Promise.withResolvers<AbortSignal>();
  readonly #opened = Promise.withResolvers<object>();

  /** From now on, pages are followed at once. */
  open(): void {
    this.#opened.resolve({});
  }

  protected override async visit(page: SignInPage, signal: AbortSignal): Promise<SignInAnswer> {
    this.shown.resolve(signal);
    await untilAborted(this.#opened.promise, signal);
    return signal.aborted ? { ok: false, error: 'The page was closed.' } : super.visit(page, signal);
  }
}
