// A script goes on after its extension host died and the window was loaded again. At random moments: test/full.
import { killHostAndResume } from '../bed/killedHost.ts';
import { storyWindow, type StoryWindow } from '../bed/storyWindow.ts';

describe('a script whose extension host is killed', function () {
  this.timeout(400_000);
  let story: StoryWindow;

  before(async () => {
    story = await storyWindow();
  });

  it('is interrupted in the view of runs, with what it had done, and goes on there without writing anything twice', async () => {
    await killHostAndResume(story.session, 'killed', { held: 'after', write: 17 });
  });
});
