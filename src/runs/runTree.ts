// Runs under the runs that called them: those of saved scripts stand below their callers. Pure. Records may say anything of their callers.
import { mostScriptDepth } from '../engine/preflight/savedScripts.ts';
import type { RunSummary } from './runRecord.ts';

export interface RunTree {
  /** Runs that none of the others called, in the order in which they were given. */
  readonly roots: readonly RunSummary[];
  /** The runs of saved scripts that the run called, in the order of the calls. */
  readonly calledBy: (id: string) => readonly RunSummary[];
}

export function runTree(runs: readonly RunSummary[]): RunTree {
  const known = new Map(runs.map((run) => [run.id, run]));
  // A run whose callers call each other is shown by itself.
  const isCalled = (run: RunSummary) => {
    let at = run;
    for (let steps = 0; steps <= mostScriptDepth; steps += 1) {
      const caller = at.parent && known.get(at.parent.run);
      if (!caller) return at !== run;
      at = caller;
    }
    return false;
  };
  const byCaller = Map.groupBy(runs, (run) => (isCalled(run) ? run.parent?.run : undefined));
  const roots = byCaller.get(undefined) ?? [];
  byCaller.delete(undefined);
  for (const some of byCaller.values()) some.sort((a, b) => (a.parent?.call ?? 0) - (b.parent?.call ?? 0) || a.startedAt - b.startedAt);
  return { roots, calledBy: (id) => byCaller.get(id) ?? [] };
}
