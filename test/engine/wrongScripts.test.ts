// Tests wrong scripts and the exact text that a model gets for each; a file has the script, `---`, and the text. The
// text must be enough to write the right call. CODE_MODE_WRITE_SNAPSHOTS=1 writes the texts.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { recorded, recordedServers } from '../fakes/recordedTools.ts';
import { sharedEngine } from '../fakes/testEngine.ts';
import { trackerTools } from '../fakes/trackerTools.ts';

const folder = new URL('../fixtures/wrongScripts/', import.meta.url);
const SEPARATOR = '---\n';

describe('a wrong script is refused with what is needed to write it right', () => {
  const source = new InMemorySource({
    ...Object.fromEntries(recordedServers.map((name) => [name, recorded(name).tools])),
    tracker: trackerTools,
  });
  const test = sharedEngine([source], { typeCheck: 'error', learn: false });

  for (const name of readdirSync(folder)) {
    it(name.replace('.txt', ''), async () => {
      const file = new URL(name, folder);
      const [script = '', expected] = readFileSync(file, 'utf8').split(SEPARATOR);
      const formatted = await formatResult(await test.run(script), defaultBudget, () => 'r1');
      const text = `${formatted.text}\n`;
      if (process.env['CODE_MODE_WRITE_SNAPSHOTS']) writeFileSync(file, script + SEPARATOR + text);
      else assert.equal(text, expected);
      assert.deepEqual(source.calls, []);
    });
  }
});
