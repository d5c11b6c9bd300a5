// Runs the host tests: opens a window whose extension host executes them.
import { setTimeout as delay } from 'node:timers/promises';
import { openEditor, type SessionOptions } from './editorSession.ts';
import { HostResults, type SuiteCounts } from './hostResults.ts';
import type { TestBed } from './testBed.ts';

/**
 * Runs the tests. A run that is not done after `timeoutMs` milliseconds counts as one failed test.
 * `options.env.CODE_MODE_HOST_TESTS` names the files or folders to run (`driver/runTests.ts`).
 */
export async function runHostTests(
  bed: TestBed,
  timeoutMs: number,
  options: SessionOptions = {},
): Promise<SuiteCounts> {
  const results = new HostResults();
  await using session = await openEditor(bed, {
    ...options,
    tests: bed.tests,
    onLog: (_level, text) => results.hear(text),
  });
  const late = `not done after ${timeoutMs / 1000} s`;
  return results.end(await Promise.race([session.window.exitCode, delay(timeoutMs, late, { ref: false })]));
}
