// Where no runs are recorded: none can be resumed.
import type { PastRuns } from '../../src/runs/pastRuns.ts';

export const noRuns: Pick<PastRuns, 'executeOrResume'> = { executeOrResume: (engine, request) => engine.execute(request) };
