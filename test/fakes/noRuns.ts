// A store without recorded runs, so that no run can be resumed.
import type { PastRuns } from '../../src/journal/past/pastRuns.ts';

export const noRuns: Pick<PastRuns, 'resume'> = {
  resume: () => Promise.reject(new Error('There are no runs to resume.')),
};
