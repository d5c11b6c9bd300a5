// kill -9 of the extension host in the middle of a script (at random moments in test/full).
import type { EditorSession } from '../bed/editorSession.ts';
import { killHostAndResume } from '../bed/killedHost.ts';
import { sharedEditor } from '../bed/sharedEditor.ts';

describe('a script whose extension host is killed', function () {
  this.timeout(400_000);
  let session: EditorSession;

  before(async () => {
    session = await sharedEditor();
  });

  it('is interrupted in the view of runs, with what it had done, and goes on there without writing anything twice', async () => {
    await killHostAndResume(session, 'killed', { held: 'after', write: 17 });
  });
});
