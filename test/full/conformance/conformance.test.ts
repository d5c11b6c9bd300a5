import assert from 'node:assert/strict';
import { coreClientScenarios, coreModernScenarios } from '../../conformance/coreScenarios.ts';
import notYet from '../../conformance/notYet.json' with { type: 'json' };
import { clientScenarios, failuresOf, type Suite } from '../../conformance/suite.ts';

const reasons = new Map<string, string>(Object.entries(notYet));
const suites: readonly {
  readonly suite: Suite;
  readonly core: readonly string[];
  readonly scenarios: readonly string[];
}[] = [
  { suite: 'conformance', core: coreClientScenarios, scenarios: await clientScenarios() },
  {
    suite: 'conformance-2026',
    core: coreModernScenarios,
    scenarios: await clientScenarios('conformance-2026'),
  },
];

it('the conformance suites of MCP have every scenario that notYet.json names', () => {
  const all = suites.flatMap(({ scenarios }) => scenarios);
  assert.deepEqual(
    [...reasons.keys()].filter((name) => !all.includes(name)),
    [],
  );
});

for (const { suite, core, scenarios } of suites)
  describe(`the suite ${suite} of MCP`, () => {
    it('has the scenarios that `npm test` runs', () => {
      assert.deepEqual(
        core.filter((name) => !scenarios.includes(name)),
        [],
      );
    });

    for (const scenario of scenarios.filter((name) => !core.includes(name))) {
      const reason = reasons.get(scenario);
      if (reason === undefined) {
        it(`finds nothing wrong in ${scenario}`, async () => {
          assert.deepEqual(await failuresOf(scenario, suite), []);
        }).timeout(60_000);
      } else {
        it(`does not pass ${scenario} yet: ${reason}`, async () => {
          const found = await failuresOf(scenario, suite);
          assert.notDeepEqual(found, [], `${scenario} passes: take it out of test/conformance/notYet.json.`);
        }).timeout(60_000);
      }
    }
  });
