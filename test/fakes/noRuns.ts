// A store without recorded runs, so that no run can be resumed.
import type { PastRuns } from '../../src/runs/pastRuns.ts';

export const noRuns: Pick<PastRuns, 'resume'> = {
  resume: () => Promise.reject(new Error('There are no runs to resume.')),
};
