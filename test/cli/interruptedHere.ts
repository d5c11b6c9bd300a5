/** The tests of `interruptionTests.ts` that `npm test` runs. */
export const interruptedHere: readonly string[] = [
  'ends on SIGINT while it starts',
  'ends on SIGINT while a script computes',
  'ends on SIGINT while a server does not end',
  'ends on SIGINT while it asks',
  'ends on SIGTERM while a server does not answer',
];
