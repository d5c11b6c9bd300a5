// Creates a store of runs in a folder of a test.
import assert from 'node:assert/strict';
import type { RunStart } from '../../src/engine/runJournal.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { defaultKept } from '../../src/journal/record/runSettings.ts';
import { RunStore, type RunStoreOptions } from '../../src/journal/runStore.ts';
import { redactorOf } from './redactorOf.ts';

interface Said extends Partial<RunStoreOptions> {
  readonly secrets?: readonly string[];
  readonly redact?: readonly string[];
  /** True if the store has no settings of its own for the number of kept runs. */
  readonly isTerminal?: boolean;
}

export function runStoreIn(
  folder: string,
  { secrets, redact = [], isTerminal = false, ...said }: Said = {},
): RunStore {
  return new RunStore({
    folder,
    mode: () => 'full',
    redactor: redactorOf(redact, secrets),
    ...(!isTerminal && { kept: () => defaultKept }),
    version: 'test',
    log: (line) => assert.fail(line),
    ...said,
  });
}

export function runOf(code = 'return 1', more: Partial<RunStart> = {}): RunStart {
  return { origin: { door: 'terminal' }, session: 'test', code, args: undefined, dryRun: false, ...more };
}

export const done: RunOutcome = {
  ok: true,
  value: undefined,
  errors: [],
  warnings: [],
  logs: [],
  notes: [],
  calls: [],
  forUser: [],
  progress: [],
  displays: [],
  durationMs: 1,
};
