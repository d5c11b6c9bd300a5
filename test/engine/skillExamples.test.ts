// Tests that each correct example of the skill passes Code Mode's own checks, over the recorded tools of the servers
// that it calls.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { recordedCatalogs } from '../fakes/recordedTools.ts';
import { TypeCheckBed } from '../fakes/typeCheckBed.ts';
import { openedForAll } from '../fakes/opened.ts';

const skill = readFileSync(new URL('../../skills/code-mode/SKILL.md', import.meta.url), 'utf8');
const examples = [...skill.matchAll(/^## (.+?)\n[\s\S]*?```ts\n([\s\S]*?)```/gm)].map(
  ([, title = '', code = '']) => ({ title, code }),
);

describe('an example of the skill passes the type check', () => {
  const bed = openedForAll(() => {
    const called = recordedCatalogs().filter(({ name }) => ['github', 'slack'].includes(name));
    return new TypeCheckBed(Object.fromEntries(called.map(({ name, tools }) => [name, tools])));
  });

  it('of three', () => {
    assert.equal(examples.length, 3);
  });

  for (const { title, code } of examples) {
    it(title, async () => {
      assert.deepEqual(await bed.problems(code), []);
      assert.deepEqual(bed.log, []);
    });
  }
});
