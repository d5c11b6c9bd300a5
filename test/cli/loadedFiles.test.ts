// Counts the built files of the command that Node finds, reads and links before a script runs: each takes almost a
// millisecond.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { built } from '../fakes/testEngine.ts';

/** Returns the files that are loaded with the files of `dist/cli` that match the pattern. */
function loadedWith(pattern: string): ReadonlySet<string> {
  const found = new Set<string>();
  const load = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
      load(join(dirname(file), path));
  };
  const folder = built('cli');
  const entries = globSync(pattern, { cwd: folder });
  assert.equal(entries.length, 1, `${pattern}: ${entries.join(', ')}`);
  for (const entry of entries) load(join(folder, entry));
  return found;
}

describe('the files of the command', () => {
  it('are few for the commands that call tools', () => {
    assert.ok(loadedWith('engineCommand-*.js').size <= 12);
  });

  it('are few for help', () => {
    assert.ok(loadedWith('command.js').size <= 10);
  });
});
