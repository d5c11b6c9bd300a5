/**
 * True under `npm run test:full`, which tries every combination where `npm test` tries some: both engines, and
 * measurements of all faults.
 */
export const everyTest = process.env['CODE_MODE_EVERY_TEST'] === '1';
