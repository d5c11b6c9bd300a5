// The answers of the user while a script runs, shared by that script and the saved scripts that it calls. A refusal
// applies to all of them until the outermost run ends; an approval applies only to the script that its question showed.
import type { Approval } from './approval.ts';

interface AskedQuestion {
  /** Paths of tools, or pairs of tools and rules, that the question covers. */
  readonly about: readonly string[];
  /** The saved script to whose further calls an approval applies; absent if it applies only to the run that asks. */
  readonly script?: string;
}

/** Refusals that decide for all runs; other refusals have reasons of one run. */
const lasting: ReadonlySet<string> = new Set(['refused', 'unanswered', 'unavailable']);

export class RunAnswers {
  /** Refusals by the key of the question. */
  readonly #refused = new Map<string, Approval>();
  /** Approvals by saved script, and then by the key of the question. */
  readonly #allowed = new Map<string, Map<string, Approval>>();
  readonly #open = new Map<string, Promise<unknown>>();

  /**
   * Returns the earlier answer to the question, after open questions with the same keys are answered; otherwise the
   * answer of `ask`. Rejects if `ask` rejects.
   */
  async answer(question: AskedQuestion, ask: () => Promise<Approval>): Promise<Approval> {
    const { about } = question;
    for (;;) {
      const known = this.#known(question);
      if (known) return known;
      const open = about.flatMap((key) => this.#open.get(key) ?? []);
      if (open.length === 0) break;
      await Promise.allSettled(open);
    }
    const asking = ask();
    for (const key of about) this.#open.set(key, asking);
    try {
      const approval = await asking;
      this.#remember(question, approval);
      return approval;
    } finally {
      for (const key of about) this.#open.delete(key);
    }
  }

  /** Returns the refusal of one of these keys; undefined if none was refused. */
  refusalOf(about: AskedQuestion['about']): Approval | undefined {
    const key = about.find((one) => this.#refused.has(one));
    return key === undefined ? undefined : this.#refused.get(key);
  }

  #known({ about, script }: AskedQuestion): Approval | undefined {
    const refusal = this.refusalOf(about);
    if (refusal) return refusal;
    const allowed = script === undefined ? undefined : this.#allowed.get(script);
    const [first, ...others] = about.map((key) => allowed?.get(key));
    return others.every((one) => one) ? first : undefined;
  }

  #remember({ about, script }: AskedQuestion, approval: Approval): void {
    if (!approval.granted) {
      if (lasting.has(approval.why)) for (const key of about) this.#refused.set(key, approval);
    } else if (script !== undefined) {
      const allowed = this.#allowed.get(script) ?? new Map<string, Approval>();
      this.#allowed.set(script, allowed);
      for (const key of about) allowed.set(key, approval);
    }
  }
}
