// The first request of a chat with 149 tools of seven real servers: what it carries by the kind of the model, with
// and without tool search, in the agent that VS Code starts with, in ours, and with ours as a subagent. It prints a
// table of docs/benchmarks.md.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copilotModels, type CopilotModel } from '../../../editor/bed/scriptedCopilot.ts';
import { call, type ModelRequest } from '../../../editor/bed/scriptedModel.ts';
import {
  deferredTools,
  requestHeader,
  requestRow,
  searchOrder,
  ToolSearchChat,
  type AgentName,
} from '../../../editor/bed/toolSearchChat.ts';
import { addServer } from '../../../editor/bed/workspace.ts';
import { realServer } from '../../../mcp/realServer.ts';

const own = ['executeCode', 'findTools'];

describe('a first request with 149 MCP tools in the window', () => {
  let story: ToolSearchChat;
  const rows: string[] = [];
  const names: string[] = [];

  before(async () => {
    story = await ToolSearchChat.open({}, ({ workspace: { folder } }) => {
      for (const name of ['memory', 'playwright', 'chrome-devtools', 'notion', 'git'] as const)
        addServer(folder, name, realServer(name));
      // VS Code starts the servers, too, as it does by itself.
      writeFileSync(
        join(folder, '.vscode', 'settings.json'),
        JSON.stringify({ 'chat.mcp.autostart': 'newAndOutdated' }),
      );
    });
  });

  after(() => console.log([...names, '', requestHeader, ...rows].join('\n')));

  async function first(agent: AgentName, model: CopilotModel): Promise<ModelRequest> {
    const { requests } = await story.play({ agent, model, prompt: 'Hello.', script: [{ text: 'Hello.' }] });
    return noted(agent, model, requests[0]);
  }

  async function subagent(model: CopilotModel): Promise<ModelRequest> {
    const task = { agentName: 'Code Mode', description: 'Say hello', prompt: 'Say hello.' };
    const script = [call('runSubagent', task), { text: 'Hello.' }, { text: 'It says hello.' }];
    const { requests } = await story.play({
      agent: 'Agent',
      model,
      prompt: 'Have the other agent say hello.',
      script,
    });
    return noted('Code Mode as a subagent', model, requests[1]);
  }

  function noted(agent: string, model: CopilotModel, request: ModelRequest | undefined): ModelRequest {
    assert.ok(request);
    rows.push(requestRow(model, agent, request));
    const ofEditor = deferredTools(request).filter((name) => !name.startsWith('mcp_'));
    names.push(
      `${model.name}, ${agent}`,
      `  in full: ${[...request.toolNames].sort().join(' ')}`,
      `  deferred, beside those of the servers: ${ofEditor.join(' ')}`,
      `  order to search: ${searchOrder(request)?.replaceAll(/\s+/g, ' ') ?? 'none'}`,
    );
    return request;
  }

  for (const [kind, without] of [
    ['claude', 'claudeWithout'],
    ['gpt', 'gptWithout'],
  ] as const) {
    const model = copilotModels[kind];

    it(`of a ${kind} model without tool search has our tools in full in the agent that VS Code starts with, and defers nothing`, async () => {
      const request = await first('Agent', copilotModels[without]);
      assert.ok(
        own.every((name) => request.toolNames.includes(name)) && request.toolNames.length > 60,
        request.toolNames.join(' '),
      );
      assert.deepEqual(deferredTools(request), []);
    });

    it(`of a ${kind} model with it has our tools and those of the servers as names alone, which it is told to search`, async () => {
      const request = await first('Agent', model);
      const deferred = deferredTools(request);
      assert.ok(
        own.every((name) => deferred.includes(name) && !request.toolNames.includes(name)),
        deferred.join(' '),
      );
      assert.ok(deferred.filter((name) => name.startsWith('mcp_')).length > 100, deferred.join(' '));
      assert.ok(request.toolNames.length < 40, request.toolNames.join(' '));
      assert.match(searchOrder(request) ?? '', /tool_search/);
    });

    it(`of a ${kind} model has our tools in full in our agent, and none of the servers'`, async () => {
      const { toolNames } = await first('Code Mode', model);
      assert.ok(
        own.every((name) => toolNames.includes(name)),
        toolNames.join(' '),
      );
      assert.deepEqual(
        toolNames.filter((name) => name.startsWith('mcp_')),
        [],
      );
    });

    it(`of a ${kind} model has the same in our agent as a subagent`, async () => {
      const { toolNames } = await subagent(model);
      assert.ok(
        own.every((name) => toolNames.includes(name)),
        toolNames.join(' '),
      );
    });
  }
});
