// Tests that the types shipped for well-known servers equal those of the servers' current answers.
import assert from 'node:assert/strict';
import data from '../../src/declarations/recordedOutputs.json' with { type: 'json' };
import type { RecordedServers } from '../../src/declarations/recordedOutputs.ts';
import { recordOutputs, type AnsweringServerName } from './answeringServers.ts';

const recorded: RecordedServers = data;

/** Defines a test for each server. */
export function testRecordedOutputs(...names: readonly AnsweringServerName[]): void {
  describe('the types recorded for a well-known server', function () {
    this.timeout(120_000);
    for (const name of names) {
      it(`are those of its answers: ${name} (if not: node scripts/recordOutputs.mjs ${name})`, async () => {
        const now = await recordOutputs(name);
        const before = Object.keys(now).map((reported) => [reported, recorded[reported]]);
        assert.deepEqual(now, Object.fromEntries(before));
      });
    }
  });
}
