// Creates a store of runs in a folder of a test.
import assert from 'node:assert/strict';
import type { RunStart } from '../../src/engine/runJournal.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { defaultKept } from '../../src/journal/record/runSettings.ts';
import { RunStore, type RunStoreOptions } from '../../src/journal/runStore.ts';
import { redactorOf } from './redactorOf.ts';
import { TemporaryFolder } from './temporaryFolder.ts';

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

/** Returns the runs of a folder that is new for each test of a `describe`. */
export function freshRuns() {
  let opened: { readonly folder: TemporaryFolder; readonly store: RunStore } | undefined;
  const open = () => {
    if (opened) return opened;
    const folder = new TemporaryFolder('code-mode-runs-');
    return (opened = { folder, store: runStoreIn(folder.path) });
  };
  afterEach(async () => {
    await opened?.store.dispose();
    opened?.folder[Symbol.dispose]();
    opened = undefined;
  });
  const begin = (code?: string, more?: Partial<RunStart>, of = open().store) => {
    const recorder = of.journal.begin(runOf(code, more));
    assert.ok(recorder?.id !== undefined);
    return { id: recorder.id, recorder };
  };
  return {
    get folder() {
      return open().folder.path;
    },
    get store() {
      return open().store;
    },
    begin,
    /** Records a whole run and returns its id. */
    run: (...given: Parameters<typeof begin>): string => {
      const { id, recorder } = begin(...given);
      recorder.ended(done);
      return id;
    },
  };
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
