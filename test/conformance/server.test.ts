import assert from 'node:assert/strict';
import { coreModernServerScenarios, coreServerScenarios } from './coreScenarios.ts';
import { ServedDoor } from './servedDoor.ts';
import { serverFailuresOf } from './suite.ts';

describe('code-mode serve in the conformance suite of MCP', () => {
  let door: ServedDoor;
  before(async () => {
    door = await ServedDoor.start({ servers: {} });
  });
  after(() => door[Symbol.asyncDispose]());

  for (const scenario of coreServerScenarios) {
    it(`finds nothing wrong in ${scenario}`, async () =>
      assert.deepEqual(await serverFailuresOf(scenario, door.url), [])).timeout(60_000);
  }

  for (const scenario of coreModernServerScenarios) {
    it(`finds nothing wrong in ${scenario} of MCP 2026-07-28`, async () =>
      assert.deepEqual(await serverFailuresOf(scenario, door.url, 'conformance-2026'), [])).timeout(60_000);
  }
});
