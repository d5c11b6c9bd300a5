import assert from 'node:assert/strict';
import { coreClientScenarios } from './coreScenarios.ts';
import { failuresOf } from './suite.ts';

describe('the conformance suite of MCP', () => {
  for (const scenario of coreClientScenarios) {
    it(`finds nothing wrong in ${scenario}`, async () => assert.deepEqual(await failuresOf(scenario), [])).timeout(60_000);
  }
});
