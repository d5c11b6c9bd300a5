// The ways in which models that search tools get from a question to the result of a script, for both kinds of such
// models: in the agent with which VS Code starts, in Code Mode's agent, and with Code Mode's agent as a subagent. It
// prints a table of docs/benchmarks.md.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { RunsPanel } from '../../../editor/bed/runsPanel.ts';
import { copilotModels } from '../../../editor/bed/scriptedCopilot.ts';
import {
  call,
  type ModelRequest,
  type ScriptedStep,
  type ScriptedTurn,
} from '../../../editor/bed/scriptedModel.ts';
import { repository } from '../../../editor/bed/testBed.ts';
import {
  chatHeader,
  chatRow,
  deferredTools,
  promptText,
  ToolSearchChat,
  toolResult,
  type AgentName,
} from '../../../editor/bed/toolSearchChat.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';

const own = ['executeCode', 'findTools'];
const prompt = 'Add 40 and 2.';
const search = call('tool_search', { query: own.join(' ') });
const find = call('findTools', { query: 'add two numbers' });
const run = call('executeCode', { code: 'return await tools.everything.getSum({ a: 40, b: 2 });' });
const task = {
  agentName: 'Code Mode',
  description: 'Add numbers',
  prompt: 'Add 40 and 2 with a script.',
};

for (const kind of ['claude', 'gpt'] as const) {
  describe(`Copilot Chat with tool search, and a model of the kind of ${kind}`, () => {
    const model = copilotModels[kind];
    const rows: string[] = [];
    let story: ToolSearchChat;

    before(async () => {
      story = await ToolSearchChat.open({ goOn: true });
    });

    after(() => console.log([chatHeader, ...rows].join('\n')));

    /** Plays a chat to the answer, and returns its requests. */
    const plays = async (
      agent: AgentName,
      chat: string,
      script: readonly ScriptedStep[],
      sent = prompt,
    ): Promise<readonly (ModelRequest | undefined)[]> => {
      const { answer, requests } = await story.play({ agent, model, prompt: sent, script });
      rows.push(chatRow(model, `${agent}: ${chat}`, requests));
      assert.match(answer, /The answer is 42\./);
      return requests;
    };

    it('has our tools deferred in the agent that it starts with, where a search finds them', async () => {
      // The model follows the instructions: in one response it loads both tools by their words and calls `findTools`.
      const [first, loaded] = await plays('Agent', 'search with findTools, script, answer', [
        { calls: [...search.calls, ...find.calls] },
        run,
        answerFromResult,
      ]);
      areDeferred(first);
      assert.ok(
        promptText(first).includes(textOf('instructions/code-mode.instructions.md')),
        'The prompt does not have our instructions.',
      );
      const results = loaded?.messages.filter(({ role }) => role === 'tool').map(({ text }) => text) ?? [];
      const found = results.find((text) => text.startsWith('[')) ?? '';
      for (const name of own) assert.ok(found.includes(`"${name}"`), `The search found ${found}.`);
      assert.ok(
        results.some((text) => text.includes('tools.everything.getSum')),
        results.join('\n'),
      );
    });

    it('runs a script of a model there that calls executeCode without having loaded it', async () => {
      const [first] = await plays('Agent', 'script without a search, answer', [run, answerFromResult]);
      areDeferred(first);
    });

    it('gives a model there our skill if the user names it', async () => {
      const chat = 'the skill by its name, script, answer';
      const [first] = await plays('Agent', chat, [run, answerFromResult], `/code-mode ${prompt}`);
      assert.ok(promptText(first).includes(textOf('skills/code-mode/SKILL.md')), 'The prompt lacks it.');
    });

    it('has both of our tools in full in our agent, where a model calls them at once', async () => {
      const [first] = await plays('Code Mode', 'script, answer', [run, answerFromResult]);
      areInFull(first);
    });

    it('lets a model that searches tools in our agent all the same go on in the same turn', async () => {
      const script = [search, run, answerFromResult];
      const [first, second] = await plays('Code Mode', 'search in vain, script, answer', script);
      areInFull(first);
      areInFull(second);
    });

    it('has both of our tools in full in our agent as a subagent, whose one sentence is all that comes back', async () => {
      const script = [call('runSubagent', task), run, answerFromResult, answerFromResult];
      const requests = await plays('Agent', 'subagent, its script, its answer, answer', script);
      const [first, begun, , ended] = requests;
      assert.ok(promptText(first).includes('<name>Code Mode</name>'), 'The prompt does not offer our agent.');
      areInFull(begun);
      assert.ok(promptText(begun).includes(task.prompt), 'The subagent was not told its task.');
      assert.equal(toolResult(ended), 'The answer is 42.');
    });

    it('asks the user before our agent writes as a subagent, and has the trace of its run', async () => {
      const { page } = story.session.window;
      const path = join(story.session.workspace.folder, 'data', model.name);
      const title = `Make a folder for ${model.name}`;
      const code = `// ${title}\nawait tools.filesystem.createDirectory({ path: ${JSON.stringify(path)} });`;
      const script = [
        call('runSubagent', task),
        call('executeCode', { code }),
        { text: 'It is made.' },
        { text: 'It is made.' },
      ];
      const played = story.play({ agent: 'Agent', model, prompt, script });
      const question = await ApprovalQuestion.open(page);
      assert.ok(!existsSync(path));
      await question.answer('Run Once');
      await played;
      assert.ok(existsSync(path));
      const trace = await (await RunsPanel.open(await Workbench.open(page))).openTrace(title);
      assert.equal(await trace.state().innerText(), 'Finished');
      assert.equal(await trace.calls.count(), 1);
    });
  });
}

function areDeferred(request: ModelRequest | undefined): void {
  const deferred = deferredTools(request);
  for (const name of own)
    assert.ok(
      request?.toolNames.includes(name) === false && deferred.includes(name),
      `${name} is not among ${deferred.join(', ')} alone.`,
    );
}

function areInFull(request: ModelRequest | undefined): void {
  for (const name of own)
    assert.ok(request?.toolNames.includes(name), `${name} is not among ${request?.toolNames.join(', ')}.`);
}

function answerFromResult(request: ModelRequest): ScriptedTurn {
  const sum = /(?:sum of 40 and 2|answer) is (\d+)/.exec(toolResult(request))?.[1];
  return { text: `The answer is ${sum ?? 'not there'}.` };
}

/** Returns a text that VS Code attaches to a prompt, without its header. */
function textOf(file: string): string {
  const text = readFileSync(join(repository, file), 'utf8');
  return text.replace(/^---[^]*?\n---\n/, '').trim();
}
