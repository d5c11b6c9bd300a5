// Reads the results of the tests in the extension host line by line while they run. The results are printed at once,
// counted, and accepted only if the exit code agrees with them.
import { readTestEvent, type Failed, type Passed } from './testEvents.ts';

export interface SuiteCounts {
  readonly passed: number;
  /** The failed tests with their reasons, one text each. */
  readonly failures: readonly string[];
}

export class HostResults {
  #passed = 0;
  readonly #failures: string[] = [];
  readonly #otherLines = new Set<string>();

  /** Handles a line that the editor logged. */
  hear(text: string): void {
    const event = readTestEvent(text);
    if (event === undefined || event.kind === 'measured') {
      this.#otherLines.add(text.slice(0, 500));
      return;
    }
    if (event.kind === 'passed') this.#passed++;
    else this.#failures.push(`${event.title}: ${event.error}`);
    console.log(line(event));
  }

  /**
   * `ending` is an exit code, or says what happened instead. A run that ends without a reported failure or result
   * counts as one failed test.
   */
  end(ending: number | string): SuiteCounts {
    const counts = { passed: this.#passed, failures: this.#failures };
    if (ending === 0 && this.#failures.length === 0 && this.#passed > 0) return counts;
    if (this.#failures.length === 0) {
      const reason =
        typeof ending === 'string' ? ending : `exit code ${ending} with ${this.#passed} tests passed`;
      this.#failures.push(`the tests in the extension host: ${reason}`);
      console.log(`  ✖ the tests in the extension host: ${reason}`);
    }
    console.log(`\n  What the window logged last:\n    ${[...this.#otherLines].slice(-20).join('\n    ')}\n`);
    return counts;
  }
}

function line(event: Passed | Failed): string {
  if (event.kind === 'passed') return `  ✔ ${event.title} (${event.ms} ms)`;
  return `  ✖ ${event.title}\n      ${event.error.slice(0, 4_000).replaceAll('\n', '\n      ')}`;
}
