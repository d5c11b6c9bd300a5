/** True under `npm run test:full`, which tries every combination where `npm test` tries some: both engines, all faults measured. */
export const everyTest = process.env['CODE_MODE_EVERY_TEST'] === '1';
