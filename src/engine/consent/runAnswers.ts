// What the user says while a script runs, for that script and the saved scripts that it calls, together. A no holds for all of them until the
// outermost run ends; a yes for what its question showed: the script that was to make the call.
import type { Approval } from './approval.ts';

interface Question {
  /** Tools, or pairs of tools, by path. */
  readonly about: readonly string[];
  /** The saved script whose further calls a yes covers, too; absent where a yes covers what its asker does with it alone. */
  readonly script?: string;
}

/** Whoever was asked has decided; the others end for reasons of one run. */
const lasting: ReadonlySet<string> = new Set(['refused', 'unanswered', 'unavailable']);

export class RunAnswers {
  /** By what they are about. */
  readonly #refused = new Map<string, Approval>();
  /** By script, and what they are about. */
  readonly #allowed = new Map<string, Map<string, Approval>>();
  readonly #open = new Map<string, Promise<unknown>>();

  /** What was said of it before, after questions about it that are open; else what `ask` gives. Rejects as `ask` does. */
  async answer(question: Question, ask: () => Promise<Approval>): Promise<Approval> {
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

  /** The no to one of them, if there was one. */
  refusalOf(about: Question['about']): Approval | undefined {
    const key = about.find((one) => this.#refused.has(one));
    return key === undefined ? undefined : this.#refused.get(key);
  }

  #known({ about, script }: Question): Approval | undefined {
    const refusal = this.refusalOf(about);
    if (refusal) return refusal;
    const allowed = script === undefined ? undefined : this.#allowed.get(script);
    const [first, ...others] = about.map((key) => allowed?.get(key));
    return others.every((one) => one) ? first : undefined;
  }

  #remember({ about, script }: Question, approval: Approval): void {
    if (!approval.granted) {
      if (lasting.has(approval.why)) for (const key of about) this.#refused.set(key, approval);
    } else if (script !== undefined) {
      const allowed = this.#allowed.get(script) ?? new Map<string, Approval>();
      this.#allowed.set(script, allowed);
      for (const key of about) allowed.set(key, approval);
    }
  }
}
