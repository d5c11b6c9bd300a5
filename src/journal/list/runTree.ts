// Arranges runs as a tree: the runs of saved scripts stand below the runs that called them. The functions are pure. A
// record may name any caller, even one that leads in a circle.
import { mostScriptDepth } from '../../engine/index.ts';
import type { RunSummary } from '../record/runRecord.ts';

export interface RunTree {
  /** Runs that no other run of the list called, in the order of the list. */
  readonly roots: readonly RunSummary[];
  /** Returns the runs of saved scripts that the run called, in the order of the calls. */
  readonly calledBy: (id: string) => readonly RunSummary[];
}

export function runTree(runs: readonly RunSummary[]): RunTree {
  const known = new Map(runs.map((run) => [run.id, run]));
  // If the callers of a run call each other in a circle, the run is shown as a root.
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
  for (const some of byCaller.values())
    some.sort((a, b) => (a.parent?.call ?? 0) - (b.parent?.call ?? 0) || a.startedAt - b.startedAt);
  return { roots, calledBy: (id) => byCaller.get(id) ?? [] };
}
