import assert from 'node:assert/strict';
import { everyTest } from '../fakes/everyTest.ts';
import { openedForAll } from '../fakes/opened.ts';
import { HostileBed } from './hostileBed.ts';
import { hostileLists } from './hostileLists.ts';

/** One or two lists for each way to cost time. `npm run test:full` tries all lists. */
const always = [
  'text: a description of one letter, 5 MB',
  'text: a description of stars and slashes',
  'text: a version of 1 MB',
  'text: instructions of one letter, 5 MB',
  'names: names that all become one',
  'names: names of every object',
  'names: names of nothing',
  'list: 50,000 tools',
  'list: 3,000 tools',
  'list: 2 million values',
  'list: no list',
  'list: things that are no tools',
  'list: schemas 10,000 levels deep',
  'list: an exponential output schema',
  'schema: exponential anyOf by reference',
  'schema: two references in a circle',
  'schema: recursive $dynamicRef',
  'schema: remote references',
  'schema: a reference of 90,000 characters',
  'schema: 9,000 properties',
  'schema: an enum of digits',
  'schema: a deep anyOf',
  'schema: uniqueItems of anything',
  'schema: conditions in conditions',
  'schema: an exponential pattern',
  'schema: exponential propertyNames',
  'schema: names of every object',
  'schema: keywords of the wrong kind',
  'schema: words of TypeScript and comments',
];

describe('a hostile list of tools', () => {
  const bed = openedForAll(() => HostileBed.create());

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
      const { server, warnings, answers } = await bed.driveHardlyStill(hostile);
      if (hostile.refused) {
        assert.match(server.error ?? '', hostile.refused);
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
