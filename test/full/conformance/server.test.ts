import assert from 'node:assert/strict';
import { coreServerScenarios } from '../../conformance/coreScenarios.ts';
import { ServedDoor } from '../../conformance/servedDoor.ts';
import { serverFailuresOf, serverScenarios } from '../../conformance/suite.ts';

const applies = [...coreServerScenarios, 'logging-set-level', 'ping', 'server-sse-multiple-streams'];
/** By the beginning of their names. */
const others: Readonly<Record<string, string>> = {
  'tools-call-': 'calls a tool of a test server',
  'json-schema-2020-12': 'calls a tool of a test server',
  'server-sse-polling': 'calls a tool of a test server',
  'elicitation-': 'calls a tool of a test server',
  'completion-': 'scripts are not completed',
  'resources-': 'resources are for scripts',
  'prompts-': 'prompts are for scripts',
};

describe('code-mode serve in the conformance suite of MCP', () => {
  let door: ServedDoor;
  before(async () => {
    door = await ServedDoor.start({ servers: {} });
  });
  after(() => door[Symbol.asyncDispose]());

  it('has every scenario here that servers are measured by', async () => {
    const unknown = (await serverScenarios()).filter(
      (name) => !applies.includes(name) && !Object.keys(others).some((beginning) => name.startsWith(beginning)),
    );
    assert.deepEqual(unknown, []);
  });

  for (const scenario of applies.filter((name) => !coreServerScenarios.includes(name))) {
    it(`finds nothing wrong in ${scenario}`, async () => assert.deepEqual(await serverFailuresOf(scenario, door.url), [])).timeout(60_000);
  }
});
