/** Whether `npm run test:full` runs, which has every combination of which `npm test` has some: all on both engines, all faults measured. */
export const everyTest = process.env['CODE_MODE_EVERY_TEST'] === '1';
