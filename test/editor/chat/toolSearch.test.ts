// Tests chats with a model that searches tools: of vendor `copilot`, of the Claude kind. A model of the user's own
// endpoint, as in the other stories, never searches tools. The other kinds, such as GPT, and Code Mode's agent as a
// subagent: test/full/editor/chat/toolSearch.test.ts.
import { copilotModels } from '../bed/scriptedCopilot.ts';
import { ToolSearchChat } from '../bed/toolSearchChat.ts';
import { ToolSearchStories } from './toolSearchStories.ts';

describe('Copilot Chat with tool search, and a model of the kind of Claude', function () {
  this.timeout(240_000);
  let stories: ToolSearchStories;

  before(async () => {
    stories = new ToolSearchStories(await ToolSearchChat.open({}), copilotModels.claude);
  });

  it('has our tools deferred in the agent that it starts with, where the line of the skill leads a model to them and to the result of a script', () =>
    stories.searchesAndRuns());

  it('has both of our tools in full in our agent, where a model calls them at once', () =>
    stories.runsInOurAgent());
});
