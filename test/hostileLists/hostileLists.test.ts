import assert from 'node:assert/strict';
import { assertHardlyStill } from '../sandbox/eventLoopWatch.ts';
import { HostileBed, type Driven } from './hostileBed.ts';
import { hostileLists } from './hostileLists.ts';

/** Of the longest step: the clocks of all threads together, on a busy machine. */
const mostMs = 40_000;

describe('a hostile list of tools', () => {
  let bed: HostileBed;
  before(async () => {
    bed = await HostileBed.create();
    // What is loaded with the first use is not the list's doing.
    await bed.drive({
      list: '{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}]}',
    });
  });
  after(() => bed.dispose());

  it('is one of at least 60', () => assert.ok(Object.keys(hostileLists).length >= 60));

  for (const [what, hostile] of Object.entries(hostileLists)) {
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
      assert.ok(warnings.length <= 60 && warnings.every((warning) => warning.length <= 2_000), JSON.stringify(warnings).slice(0, 500));
      for (const answer of answers)
        assert.match(answer, /^("called"|tool_failed|invalid_input|unknown_tool|protocol_error|server_unavailable|timeout|type_error)$/);
    });
  }
}).timeout(180_000);
