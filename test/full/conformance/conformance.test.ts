import assert from 'node:assert/strict';
import { coreClientScenarios } from '../../conformance/coreScenarios.ts';
import notYet from '../../conformance/notYet.json' with { type: 'json' };
import { clientScenarios, failuresOf } from '../../conformance/suite.ts';

const reasons = new Map<string, string>(Object.entries(notYet));
const scenarios = await clientScenarios();

describe('the conformance suite of MCP', () => {
  it('has the scenarios that `npm test` runs', () => {
    assert.deepEqual(
      coreClientScenarios.filter((name) => !scenarios.includes(name)),
      [],
    );
  });

  it('has every scenario that notYet.json names', () => {
    assert.deepEqual(
      [...reasons.keys()].filter((name) => !scenarios.includes(name)),
      [],
    );
  });

  for (const scenario of scenarios.filter((name) => !coreClientScenarios.includes(name))) {
    const reason = reasons.get(scenario);
    if (reason === undefined) {
      it(`finds nothing wrong in ${scenario}`, async () => {
        assert.deepEqual(await failuresOf(scenario), []);
      }).timeout(60_000);
    } else {
      it(`does not pass ${scenario} yet: ${reason}`, async () => {
        assert.notDeepEqual(await failuresOf(scenario), [], `${scenario} passes: take it out of test/conformance/notYet.json.`);
      }).timeout(60_000);
    }
  }
});
