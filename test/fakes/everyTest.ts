/**
 * True under `npm run test:full`, which tries every combination where `npm test` tries some: both engines, and
 * measurements of all faults.
 */
export const everyTest = process.env['CODE_MODE_EVERY_TEST'] === '1';

/** Defines a test that runs only under `npm run test:full`, for a case close to one that `npm test` covers. */
export function fullTest(title: string, run: () => void | Promise<void>): Mocha.Test | undefined {
  return everyTest ? it(title, run) : undefined;
}
