import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { CallOptions, CallOutcome } from '../../src/catalog/toolSource.ts';
import { ScriptedPerson } from '../fakes/scriptedPerson.ts';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { failure } from './outcomes.ts';
import { realServer } from './realServer.ts';
import { answer, scriptedMcp, textResult } from './scriptedMcp.ts';
import { WebBed } from './webBed.ts';

const never: CallOptions = { signal: new AbortController().signal };

describe('a tool that its server carries out as a task', () => {
  let person: ScriptedPerson;
  let workspace: McpWorkspace;
  beforeEach(async () => {
    person = new ScriptedPerson();
    const servers = { tasks: scriptedServer('task'), everything: realServer('everything') };
    workspace = await McpWorkspace.asking(servers, { elicitation: person });
    await workspace.tools('tasks');
  });
  afterEach(() => workspace.dispose());

  const call = (tool: string, options = never) => workspace.source.callTool('tasks', tool, {}, options);
  const heard = () => workspace.structured('tasks', 'heard');

  it('is waited for until it is done', async () => {
    assert.equal(textOf(await call('works')), 'done');
  });

  it('tells what it is at as progress, each once', async () => {
    const told: string[] = [];
    await call('works', { ...never, onProgress: (message) => told.push(message) });
    assert.deepEqual(told, ['halfway']);
  });

  it('can ask the person', async () => {
    person.form = () => ({ action: 'accept', content: { name: 'Ada' } });
    assert.equal(textOf(await call('asks')), '{"action":"accept","content":{"name":"Ada"}}');
  });

  it('that fails is a tool that failed, with its own result', async () => {
    assert.deepEqual(failureOf(await call('fails')), 'the printer is out of paper');
  });

  it('that fails without a result is a tool that failed, with the reason', async () => {
    assert.match(failureOf(await call('breaks')), /out of ink/);
  });

  it('that the server gives up is a tool that failed, with the reason', async () => {
    assert.match(failureOf(await call('stops')), /cancelled.*no time/);
  });

  it('that the server forgets may have run', async () => {
    const error = failure(await call('forgotten'));
    assert.equal(error.code, 'server_unavailable');
    assert.match(error.message, /there is no such task.*The tool may have run/);
  });

  it('that its server takes for another is not answered with the result of that', async () => {
    const error = failure(await call('swaps'));
    assert.equal(error.code, 'server_unavailable');
    assert.match(error.message, /The tool may have run/);
  });

  it('whose server dies may have run, and is not called again', async () => {
    const error = failure(await call('dies'));
    assert.equal(error.code, 'server_unavailable');
    assert.match(error.message, /The tool may have run/);
    const { methods } = await heard();
    assert.ok(Array.isArray(methods) && methods.filter((method) => method === 'tools/call').length === 1);
  });

  it('whose server dies between two questions about it is not waited for', async () => {
    assert.equal(failure(await call('leaves')).code, 'server_unavailable');
  });

  it('that is given up is cancelled at the server', async () => {
    const controller = new AbortController();
    const calling = call('endless', { signal: controller.signal, onProgress: () => undefined });
    for (let tries = 0; tries < 1_000 && !JSON.stringify(await heard()).includes('tasks/get'); tries++);
    controller.abort();
    assert.equal(failure(await calling).code, 'cancelled');
    assert.deepEqual((await heard())['cancelled'], ['endless']);
  });

  it('is forgotten when it is over', async () => {
    await call('works', { ...never, onProgress: () => undefined });
    await call('late');
    await workspace.logged(/progress notification for an unknown token/);
  });

  it('may be answered at once all the same', async () => {
    assert.equal(textOf(await call('plain')), 'at once');
  });

  it('runs on a real server', async () => {
    await workspace.tools('everything');
    const outcome = await workspace.source.callTool(
      'everything',
      'simulate-research-query',
      { topic: 'bees' },
      never,
    );
    assert.match(textOf(outcome), /bees/);
  });
});

describe('a task of a server over HTTP', () => {
  const bed = new WebBed();

  const task = { taskId: 'one', status: 'working', pollInterval: 100 };
  /** `first` answers the first status request for a task. */
  const outcomeOf = async (first: (response: ServerResponse) => unknown) => {
    let questions = 0;
    const workspace = await bed.serve(
      scriptedMcp({
        initialize: { capabilities: { tools: {}, tasks: { requests: { tools: { call: {} } } } } },
        list: {
          tools: [{ name: 'slow', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } }],
        },
        call: ({ id, response }) => answer(response, id, { task }),
        asked: (method, id, response) => {
          if (method === 'ping') response.writeHead(503).end();
          else if (method === 'tasks/result') answer(response, id, textResult('done'));
          else if (method !== 'tasks/get') return false;
          else if (questions++ === 0) first(response);
          else answer(response, id, { ...task, status: 'completed' });
          return true;
        },
      }),
    );
    await workspace.tools('web');
    return workspace.call('web', 'slow');
  };

  it('is not lost with a question that the server has no time for', async () => {
    assert.equal(textOf(await outcomeOf((response) => response.writeHead(503).end())), 'done');
  });

  it('is not lost with a connection that breaks while the server has no time for anything', async () => {
    assert.equal(textOf(await outcomeOf((response) => response.destroy())), 'done');
  });
});

function textOf(outcome: CallOutcome): string {
  if (!outcome.ok) throw new Error(outcome.error.message);
  const [block] = outcome.result.content;
  assert.equal(outcome.result.isError, false);
  return block?.type === 'text' ? block.text : '';
}

function failureOf(outcome: CallOutcome): string {
  if (!outcome.ok) throw new Error(outcome.error.message);
  const [block] = outcome.result.content;
  assert.equal(outcome.result.isError, true);
  return block?.type === 'text' ? block.text : '';
}
