import assert from 'node:assert/strict';
import { everyTest, fullTest } from '../fakes/everyTest.ts';
import { clientScenarios, failuresOf, type Suite } from './suite.ts';

/** The scenarios that `npm test` runs; `npm run test:full` runs all. */
const core: Readonly<Record<Suite, readonly string[]>> = {
  conformance: ['initialize', 'tools_call', 'auth/metadata-default'],
  'conformance-2026': ['tools_call', 'request-metadata'],
};

for (const [suite, few] of Object.entries(core) as [Suite, readonly string[]][]) {
  const scenarios = everyTest ? await clientScenarios(suite) : few;

  describe(`the suite ${suite} of MCP`, () => {
    fullTest('has the scenarios that `npm test` runs', () => {
      assert.deepEqual(
        few.filter((name) => !scenarios.includes(name)),
        [],
      );
    });

    for (const scenario of scenarios) {
      it(`finds nothing wrong in ${scenario}`, async () =>
        assert.deepEqual(await failuresOf(scenario, suite), []));
    }
  });
}
