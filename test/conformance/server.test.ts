import assert from 'node:assert/strict';
import { everyTest, fullTest } from '../fakes/everyTest.ts';
import { ServedDoor } from './servedDoor.ts';
import { serverFailuresOf, serverScenarios, type Suite } from './suite.ts';
import { openedForAll } from '../fakes/opened.ts';

interface Suited {
  /** The scenarios that `npm test` runs. */
  readonly core: readonly string[];
  /** The scenarios that `npm run test:full` runs besides. */
  readonly applies: readonly string[];
  /** Reasons why the other scenarios do not apply, by the beginning of their names. */
  readonly others: Readonly<Record<string, string>>;
}

const older: Suited = {
  core: ['server-initialize', 'tools-list', 'dns-rebinding-protection'],
  applies: ['logging-set-level', 'ping', 'server-sse-multiple-streams'],
  others: {
    'tools-call-': 'calls a tool of a test server',
    'json-schema-2020-12': 'calls a tool of a test server',
    'server-sse-polling': 'calls a tool of a test server',
    'elicitation-': 'calls a tool of a test server',
    'completion-': 'scripts are not completed',
    'resources-': 'resources are for scripts',
    'prompts-': 'prompts are for scripts',
  },
};
const suites: Readonly<Record<Suite, Suited>> = {
  conformance: older,
  'conformance-2026': {
    core: ['tools-list', 'server-stateless', 'http-header-validation'],
    applies: [
      'server-sse-multiple-streams',
      'dns-rebinding-protection',
      'resources-list',
      'sep-2164-resource-not-found',
      'input-required-result-missing-input-response',
      'input-required-result-unsupported-methods',
      'input-required-result-ignore-extra-params',
      'input-required-result-validate-input',
    ],
    others: {
      ...older.others,
      caching: 'wants a list of prompts from a server that has none',
      'http-custom-header-server-validation': 'calls a tool of a test server',
      'input-required-result-': 'calls a tool or a prompt of a test server',
    },
  },
};

describe('code-mode serve in the conformance suite of MCP', () => {
  const door = openedForAll(() => ServedDoor.start({ servers: {} }));

  for (const [suite, { core, applies, others }] of Object.entries(suites) as [Suite, Suited][]) {
    fullTest(`has every scenario of ${suite} here that servers are measured by`, async () => {
      const unknown = (await serverScenarios(suite)).filter(
        (name) =>
          ![...core, ...applies].includes(name) &&
          !Object.keys(others).some((beginning) => name.startsWith(beginning)),
      );
      assert.deepEqual(unknown, []);
    });

    for (const scenario of everyTest ? [...core, ...applies] : core) {
      it(`finds nothing wrong in ${scenario} of ${suite}`, async () =>
        assert.deepEqual(await serverFailuresOf(scenario, door.url, suite), []));
    }
  }
});
