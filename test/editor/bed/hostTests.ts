// Runs the host tests: opens a window whose extension host executes them, prints each result as it comes, and
// believes the outcome only when the exit code and the results agree.
import { setTimeout as delay } from 'node:timers/promises';
import { openEditor } from './editorSession.ts';
import type { TestBed } from './testBed.ts';
import { readTestEvent, type Failed, type Passed } from './testEvents.ts';

interface SuiteCounts {
  readonly passed: number;
  /** What failed, and why, one text each. */
  readonly failures: readonly string[];
}

/** A run that is not done after `timeoutMs`, or that ends without having said why, counts as one failed test. */
export async function runHostTests(bed: TestBed, timeoutMs: number): Promise<SuiteCounts> {
  let passed = 0;
  const failures: string[] = [];
  const otherLines = new Set<string>();
  const onLog = (_level: string, text: string) => {
    const event = readTestEvent(text);
    if (event === undefined || event.kind === 'measured') {
      otherLines.add(text.slice(0, 500));
      return;
    }
    if (event.kind === 'passed') passed++;
    else failures.push(`${event.title}: ${event.error}`);
    console.log(line(event));
  };
  await using session = await openEditor(bed, { tests: bed.tests, onLog });
  const ending = await Promise.race([session.window.exitCode, delay(timeoutMs, 'timeout' as const, { ref: false })]);
  if (ending === 0 && failures.length === 0 && passed > 0) return { passed, failures };
  if (failures.length === 0) {
    const reason = ending === 'timeout' ? `not done after ${timeoutMs / 1000} s` : `exit code ${ending} with ${passed} tests passed`;
    failures.push(`the tests in the extension host: ${reason}`);
    console.log(`  ✖ the tests in the extension host: ${reason}`);
  }
  console.log(`\n  What the window logged last:\n    ${[...otherLines].slice(-20).join('\n    ')}\n`);
  return { passed, failures };
}

function line(event: Passed | Failed): string {
  if (event.kind === 'passed') return `  ✔ ${event.title} (${event.ms} ms)`;
  return `  ✖ ${event.title}\n      ${event.error.slice(0, 4_000).replaceAll('\n', '\n      ')}`;
}
