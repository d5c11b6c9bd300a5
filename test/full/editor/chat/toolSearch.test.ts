// The ways in which models that search tools come to a script, for both kinds of such models. It prints a table of
// docs/benchmarks.md.
import { copilotModels } from '../../../editor/bed/scriptedCopilot.ts';
import { chatHeader, ToolSearchChat } from '../../../editor/bed/toolSearchChat.ts';
import { ToolSearchStories } from './toolSearchStories.ts';

for (const kind of ['claude', 'gpt'] as const) {
  describe(`Copilot Chat with tool search, and a model of the kind of ${kind}`, function () {
    this.timeout(240_000);
    let stories: ToolSearchStories;

    before(async () => {
      stories = new ToolSearchStories(await ToolSearchChat.open({ goOn: true }), copilotModels[kind]);
    });

    after(() => console.log([chatHeader, ...stories.rows].join('\n')));

    it('has our tools deferred in the agent that it starts with, where a search finds them', () =>
      stories.searchesAndRuns());

    it('runs a script of a model there that calls executeCode without having loaded it', () =>
      stories.runsWithoutSearch());

    it('gives a model there our skill if the user names it', () => stories.readsSkill());

    it('has both of our tools in full in our agent, where a model calls them at once', () =>
      stories.runsInOurAgent());

    it('lets a model that searches tools in our agent all the same go on in the same turn', () =>
      stories.recoversFromSearch());

    it('has both of our tools in full in our agent as a subagent, whose one sentence is all that comes back', () =>
      stories.delegates());

    it('asks the user before our agent writes as a subagent, and has the trace of its run', () =>
      stories.asksAsSubagent());
  });
}
