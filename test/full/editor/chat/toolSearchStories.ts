// Stories in which a model that searches tools gets from a question to the result of a script: in the agent with which
// VS Code starts, in Code Mode's agent, and with Code Mode's agent as a subagent.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { RunsPanel } from '../../../editor/bed/runsPanel.ts';
import type { CopilotModel } from '../../../editor/bed/scriptedCopilot.ts';
import {
  call,
  type ModelRequest,
  type ScriptedStep,
  type ScriptedTurn,
} from '../../../editor/bed/scriptedModel.ts';
import { repository } from '../../../editor/bed/testBed.ts';
import {
  chatRow,
  deferredTools,
  promptText,
  toolResult,
  type AgentName,
  type ToolSearchChat,
} from '../../../editor/bed/toolSearchChat.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';

const own = ['executeCode', 'findTools'];
const code = 'return await tools.everything.getSum({ a: 40, b: 2 });';
const prompt = 'Add 40 and 2.';
const search = call('tool_search', { query: own.join(' ') });
const find = call('findTools', { query: 'add two numbers' });
const run = call('executeCode', { code });
const task = {
  agentName: 'Code Mode',
  description: 'Add numbers',
  prompt: 'Add 40 and 2 with a script.',
};

interface AnsweredStory {
  /** The answer as the chat shows it. */
  readonly answer: string;
  readonly requests: readonly [ModelRequest, ...ModelRequest[]];
}

export class ToolSearchStories {
  /** Rows below `chatHeader`, one for each story that was played. */
  readonly rows: string[] = [];
  readonly #story: ToolSearchChat;
  readonly #model: CopilotModel;

  constructor(story: ToolSearchChat, model: CopilotModel) {
    this.#story = story;
    this.#model = model;
  }

  /**
   * The default agent: the model follows the instructions. In one response it loads both tools by their words and calls
   * `findTools`, and then runs a script.
   */
  async searchesAndRuns(): Promise<void> {
    const { answer, requests } = await this.#play('Agent', 'search with findTools, script, answer', [
      { calls: [...search.calls, ...find.calls] },
      run,
      answerFromResult,
    ]);
    const [first, loaded] = requests;
    this.#isDeferred(first);
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
    assert.match(answer, /The answer is 42\./);
  }

  /** The default agent: a model that knows the name of the tool needs no search. */
  async runsWithoutSearch(): Promise<void> {
    const { answer, requests } = await this.#play('Agent', 'script without a search, answer', [
      run,
      answerFromResult,
    ]);
    this.#isDeferred(requests[0]);
    assert.match(answer, /The answer is 42\./);
  }

  /** The default agent: the skill is read to the model if the user names it. */
  async readsSkill(): Promise<void> {
    const { answer, requests } = await this.#play(
      'Agent',
      'the skill by its name, script, answer',
      [run, answerFromResult],
      `/code-mode ${prompt}`,
    );
    assert.ok(
      promptText(requests[0]).includes(textOf('skills/code-mode/SKILL.md')),
      'The prompt does not have it.',
    );
    assert.match(answer, /The answer is 42\./);
  }

  /** Code Mode's agent: no search is needed. */
  async runsInOurAgent(): Promise<void> {
    const { answer, requests } = await this.#play('Code Mode', 'script, answer', [run, answerFromResult]);
    this.#isInFull(requests[0]);
    assert.match(answer, /The answer is 42\./);
  }

  /** Code Mode's agent: a model that searches nevertheless is told that it cannot, and calls a tool that it has. */
  async recoversFromSearch(): Promise<void> {
    const { answer, requests } = await this.#play('Code Mode', 'search in vain, script, answer', [
      search,
      run,
      answerFromResult,
    ]);
    this.#isInFull(requests[0]);
    this.#isInFull(requests[1]);
    assert.match(answer, /The answer is 42\./);
  }

  /** The default agent passes the work to Code Mode's agent, and gets back its last sentence. */
  async delegates(): Promise<void> {
    const script = [call('runSubagent', task), run, answerFromResult, answerFromResult];
    const { answer, requests } = await this.#play(
      'Agent',
      'subagent, its script, its answer, answer',
      script,
    );
    const [first, begun, , ended] = requests;
    assert.ok(promptText(first).includes('<name>Code Mode</name>'), 'The prompt does not offer our agent.');
    this.#isInFull(begun);
    assert.ok(begun && promptText(begun).includes(task.prompt), 'The subagent was not told its task.');
    assert.equal(toolResult(ended), 'The answer is 42.');
    assert.match(answer, /The answer is 42\./);
  }

  /** Code Mode's agent as a subagent: a script that writes asks the user, and its run has a trace. */
  async asksAsSubagent(): Promise<void> {
    const { page } = this.#story.session.window;
    const path = join(this.#story.session.workspace.folder, 'data', this.#model.name);
    const title = `Make a folder for ${this.#model.name}`;
    const write = `// ${title}\nawait tools.filesystem.createDirectory({ path: ${JSON.stringify(path)} });`;
    const played = this.#story.play({
      agent: 'Agent',
      model: this.#model,
      prompt,
      script: [
        call('runSubagent', task),
        call('executeCode', { code: write }),
        { text: 'It is made.' },
        { text: 'It is made.' },
      ],
    });
    const question = await ApprovalQuestion.open(page);
    assert.ok(!existsSync(path));
    await question.answer('Run Once');
    await played;
    assert.ok(existsSync(path));
    const runs = await RunsPanel.open(await Workbench.open(page));
    const trace = await runs.openTrace(title);
    assert.equal(await trace.state().innerText(), 'Finished');
    assert.equal(await trace.calls.count(), 1);
  }

  async #play(
    agent: AgentName,
    chat: string,
    script: readonly ScriptedStep[],
    sent = prompt,
  ): Promise<AnsweredStory> {
    const { answer, requests } = await this.#story.play({ agent, model: this.#model, prompt: sent, script });
    const [first, ...others] = requests;
    assert.ok(first);
    this.rows.push(chatRow(this.#model, `${agent}: ${chat}`, requests));
    return { answer, requests: [first, ...others] };
  }

  #isDeferred(request: ModelRequest): void {
    for (const name of own) {
      assert.ok(!request.toolNames.includes(name), `${name} is among the tools in full.`);
      assert.ok(
        deferredTools(request).includes(name),
        `${name} is not among ${deferredTools(request).join(', ')}.`,
      );
    }
  }

  #isInFull(request: ModelRequest | undefined): void {
    for (const name of own)
      assert.ok(request?.toolNames.includes(name), `${name} is not among ${request?.toolNames.join(', ')}.`);
  }
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
