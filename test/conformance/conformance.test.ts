import assert from 'node:assert/strict';
import { coreClientScenarios, coreModernScenarios } from './coreScenarios.ts';
import { failuresOf } from './suite.ts';

describe('the conformance suite of MCP', () => {
  for (const scenario of coreClientScenarios) {
    it(`finds nothing wrong in ${scenario}`, async () =>
      assert.deepEqual(await failuresOf(scenario), [])).timeout(60_000);
  }

  for (const scenario of coreModernScenarios) {
    it(`finds nothing wrong in ${scenario} of 2026-07-28`, async () => {
      assert.deepEqual(await failuresOf(scenario, 'conformance-2026'), []);
    }).timeout(60_000);
  }
});
