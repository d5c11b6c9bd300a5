import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeclarationCache } from '../../../src/declarations/declarationCache.ts';
import { Declarations, type ToolCompiler } from '../../../src/declarations/declarations.ts';
import type { ToolText } from '../../../src/declarations/toolText.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import { freshFolder } from '../../fakes/temporaryFolder.ts';
import { toolShape } from '../../fakes/toolShape.ts';

describe('kept declarations', () => {
  const folder = freshFolder('declarations-');
  let file = '';
  const logged: string[] = [];

  beforeEach(() => {
    file = join(folder.path, 'storage', 'declarations.json');
    logged.length = 0;
  });

  const cache = (version = '1') => new DeclarationCache({ file, version, log: (line) => logged.push(line) });

  /** Types a tool in a session of its own. `isMade` is true if the tool was compiled. */
  async function session(shape = toolShape(), version = '1') {
    let isMade = false;
    const compile: ToolCompiler['compile'] = (...tool) => {
      isMade = true;
      return hostCompiler.compile(...tool);
    };
    const kept = cache(version);
    const { text } = await new Declarations({ compiler: { ...hostCompiler, compile }, kept }).tool(shape);
    await kept.dispose();
    return { isMade, text };
  }

  it('are there in the next session, the same', async () => {
    const { text } = await session();
    assert.deepEqual(await session(), { isMade: false, text });
  });

  it('are made anew for a schema that changed', async () => {
    await session();
    const { text } = await session(
      toolShape({ inputSchema: { type: 'object', properties: { a: { type: 'string' } } } }),
    );
    assert.match(text, /a\?: string/);
  });

  it('are made anew by another version of the code', async () => {
    await session();
    assert.equal((await session(toolShape(), '2')).isMade, true);
  });

  const damaged: Readonly<Record<string, (text: string) => string>> = {
    'no JSON': (text) => text.slice(0, text.length / 2),
    'other data': () => '[1, null]',
    'no tools': () => '{"version":"1","tools":null}',
    'half a tool': (text) => text.replace(/"doc":"[^"]*",?/, ''),
    'a tool of other types': (text) => text.replace(/"definitions":\[\]/, '"definitions":[1]'),
  };
  for (const [what, damage] of Object.entries(damaged)) {
    it(`are made anew from a file with ${what}`, async () => {
      const { text } = await session();
      await writeFile(file, damage(await readFile(file, 'utf8')));
      assert.deepEqual(await session(), { isMade: true, text });
    });
  }

  it('say so when they cannot be kept', async () => {
    await writeFile(join(folder.path, 'storage'), 'a file where a folder should be');
    await session();
    assert.match(logged.join('\n'), /The declarations were not saved in .*declarations\.json/);
  });

  it('forget the ones used longest ago when they are too much', async () => {
    const large = (name: string): ToolText => ({
      declaration: {
        path: name,
        signature: '',
        text: 'x'.repeat(1_500_000),
        isCut: false,
        whole: '',
        summary: '',
      },
      doc: '',
      type: '',
      definitions: [],
    });
    const first = cache();
    for (const name of ['a', 'b', 'c']) first.set(name, large(name));
    first.get('a');
    await first.dispose();
    const second = cache();
    await second.load();
    assert.deepEqual(
      ['a', 'b', 'c'].filter((name) => second.get(name) !== undefined),
      ['a', 'c'],
    );
  });
});
