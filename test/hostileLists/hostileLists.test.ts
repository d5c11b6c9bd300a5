import assert from 'node:assert/strict';
import { everyTest } from '../fakes/everyTest.ts';
import { assertHardlyStill } from '../sandbox/eventLoopWatch.ts';
import { HostileBed, type Driven } from './hostileBed.ts';
import { hostileLists } from './hostileLists.ts';

/** Maximum duration of the longest step in milliseconds: the timeouts of all threads together, on a busy machine. */
const mostMs = 40_000;
/** One or two lists for each way to cost time. `npm run test:full` tries all lists. */
const always = [
  ...[
    'text: a description of one letter, 5 MB',
    'text: a description of stars and slashes',
    'text: a version of 1 MB',
  ],
  ...[
    'text: instructions of one letter, 5 MB',
    'names: names that all become one',
    'names: names of every object',
  ],
  ...[
    'names: names of nothing',
    'list: 50,000 tools',
    'list: 3,000 tools',
    'list: 2 million values',
    'list: no list',
  ],
  ...[
    'list: things that are no tools',
    'list: schemas 10,000 levels deep',
    'list: an exponential output schema',
  ],
  ...[
    'schema: exponential anyOf by reference',
    'schema: two references in a circle',
    'schema: recursive $dynamicRef',
  ],
  ...['schema: remote references', 'schema: a reference of 90,000 characters', 'schema: 9,000 properties'],
  ...[
    'schema: an enum of digits',
    'schema: a deep anyOf',
    'schema: uniqueItems of anything',
    'schema: conditions in conditions',
  ],
  ...['schema: an exponential pattern', 'schema: exponential propertyNames', 'schema: names of every object'],
  ...['schema: keywords of the wrong kind', 'schema: words of TypeScript and comments'],
];

describe('a hostile list of tools', () => {
  let bed: HostileBed;
  before(async () => {
    bed = await HostileBed.create();
    // The first use loads modules, and this time does not belong to a list.
    await bed.drive({
      list: '{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}]}',
    });
  });
  after(() => bed.dispose());

  it('is one of at least 60', () => assert.ok(Object.keys(hostileLists).length >= 60));

  it('has a list for each name above', () => {
    assert.deepEqual(
      always.filter((name) => !Object.hasOwn(hostileLists, name)),
      [],
    );
  });

  for (const [what, hostile] of Object.entries(hostileLists).filter(
    ([name]) => everyTest || always.includes(name),
  )) {
    it(`neither holds the host nor lasts: ${what}`, async () => {
      const { list, initialize, refused } = hostile;
      let driven: Driven | undefined;
      await assertHardlyStill(
        async () => {
          driven = await bed.drive({ list, ...(initialize !== undefined && { initialize }) });
          assert.ok(driven.longestMs < mostMs, `${driven.longestStep} took ${driven.longestMs} ms`);
          return driven.stillMs;
        },
        () => driven?.stillIn ?? '',
      );
      assert.ok(driven);
      const { server, warnings, answers } = driven;
      if (refused) {
        assert.match(server.error ?? '', refused);
        return;
      }
      assert.equal(server.error, undefined);
      // Each tool can be called, or is left out and named.
      assert.ok(server.tools.length > 0 || warnings.length > 0);
      assert.ok(
        warnings.length <= 60 && warnings.every((warning) => warning.length <= 2_000),
        JSON.stringify(warnings).slice(0, 500),
      );
      for (const answer of answers)
        assert.match(
          answer,
          /^("called"|tool_failed|invalid_input|unknown_tool|protocol_error|server_unavailable|timeout|type_error)$/,
        );
    });
  }
}).timeout(180_000);
