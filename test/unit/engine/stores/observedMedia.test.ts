import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaKey } from '../../../../src/catalog/routing/routing.ts';
import { ObservedMedia } from '../../../../src/engine/stores/observedMedia.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

const text = { type: 'text', text: 'a caption' } as const;
const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
const audio = { type: 'audio', data: 'AA==', mimeType: 'audio/wav' } as const;

describe('the tools that answer with media', () => {
  const folder = freshFolder('code-mode-media-');
  const opened = () => new ObservedMedia({ file: join(folder.path, 'media.json'), log: () => undefined });

  it('are those that earlier sessions saw, each with the kind of its media', async () => {
    const media = opened();
    media.observe('browser', 'shot', [text, image]);
    media.observe('speech', 'say', [audio]);
    media.observe('files', 'read', [text]);
    await media.dispose();
    assert.equal(media.tools.size, 0);
    const next = opened();
    await next.load();
    assert.deepEqual(
      [...next.tools],
      [
        [mediaKey('browser', 'shot'), 'image'],
        [mediaKey('speech', 'say'), 'audio'],
      ],
    );
  });

  it('are kept for the next session, without what they answered', async () => {
    const media = opened();
    media.observe('browser', 'shot', [image]);
    await media.dispose();
    const next = opened();
    let changes = 0;
    next.onDidChange(() => (changes += 1));
    await next.load();
    assert.deepEqual([next.tools.get(mediaKey('browser', 'shot')), changes], ['image', 1]);
    assert.doesNotMatch(await readFile(join(folder.path, 'media.json'), 'utf8'), /AA==/);
  });

  it('are merged where several processes see some at the same time', async () => {
    const [first, second] = [opened(), opened()];
    await Promise.all([first.load(), second.load()]);
    first.observe('browser', 'shot', [image]);
    second.observe('speech', 'say', [audio]);
    await first.dispose();
    await second.dispose();
    const both = [mediaKey('browser', 'shot'), mediaKey('speech', 'say')];
    const next = opened();
    await next.load();
    assert.deepEqual([...next.tools.keys()].sort(), both.sort());
  });

  for (const content of [
    '',
    'null',
    '[]',
    '{"version":1}',
    '{"version":1,"tools":{"a":"video","b":null}}',
    '{"version":2,"tools":{"a":"image"}}',
  ]) {
    it(`are none in a file that says ${content}`, async () => {
      await writeFile(join(folder.path, 'media.json'), content);
      const media = opened();
      await media.load();
      assert.equal(media.tools.size, 0);
    });
  }
});
