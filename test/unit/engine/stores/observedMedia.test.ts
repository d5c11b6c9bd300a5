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

  it('are those that earlier sessions saw, each with the kind of its media and without what it answered', async () => {
    const media = opened();
    media.observe('browser', 'shot', [text, image]);
    media.observe('speech', 'say', [audio]);
    media.observe('files', 'read', [text]);
    await media.dispose();
    assert.equal(media.tools.size, 0);
    assert.doesNotMatch(await readFile(join(folder.path, 'media.json'), 'utf8'), /AA==/);
    const next = opened();
    let changes = 0;
    next.onDidChange(() => (changes += 1));
    await next.load();
    const kept = [
      [mediaKey('browser', 'shot'), 'image'],
      [mediaKey('speech', 'say'), 'audio'],
    ];
    assert.deepEqual([[...next.tools], changes], [kept, 1]);
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

  it('are none in a file that has no kinds of media', async () => {
    await writeFile(join(folder.path, 'media.json'), '{"version":1,"tools":{"a":"video","b":null}}');
    const media = opened();
    await media.load();
    assert.equal(media.tools.size, 0);
  });
});
