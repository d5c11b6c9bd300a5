/** Types the same line at every question. `asked` has the questions; those with a hidden answer end in "(hidden)". */
export class FakeQuestions {
  readonly asked: string[] = [];
  readonly canAsk: boolean;
  readonly #line: string;

  constructor(line?: string) {
    this.canAsk = line !== undefined;
    this.#line = line ?? '';
  }

  ask(question: string, _signal: AbortSignal, { hidden = false } = {}): Promise<string> {
    this.asked.push(hidden ? `${question}(hidden)` : question);
    return Promise.resolve(this.#line);
  }
}
