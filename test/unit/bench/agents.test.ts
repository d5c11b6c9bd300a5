// Tests the loop of `npm run bench:agents`, and the rule for a right answer.
import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { solve, type Arm, type Endpoint, type FunctionTool } from '../../bench/agents/agent.ts';
import { rankedByWords } from '../../bench/agents/arms.ts';
import { PerfectModel } from '../../bench/agents/perfectModel.ts';
import { tasks } from '../../bench/agents/tasks.ts';
import { isTrue } from '../../bench/agents/tryTask.ts';
import { openedForEach } from '../../fakes/opened.ts';
import { ScriptedUpstream } from '../../fakes/scriptedUpstream.ts';

const key = 'sk-only-for-this-test';

const tool = (name: string, description: string): FunctionTool => {
  return { type: 'function', function: { name, description, parameters: { type: 'object' } } };
};

/** An arm with only the tool for sums. */
class SumArm implements Arm {
  readonly instructions = '';
  readonly tools: readonly FunctionTool[];
  readonly called: string[] = [];

  constructor(name = 'everything_get-sum') {
    this.tools = [tool(name, 'Returns the sum of two numbers')];
  }

  reads(): boolean {
    return true;
  }

  call(name: string): Promise<string> {
    this.called.push(name);
    return Promise.resolve('The sum of 2.5 and 3.75 is 6.25.');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

const call = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'everything_get-sum', arguments: '{"a":2.5,"b":3.75}' },
});
const completion = (message: object) => ({
  body: {
    choices: [{ message: { role: 'assistant', ...message } }],
    usage: { prompt_tokens: 100, completion_tokens: 7 },
  },
});
const twoCalls = [
  completion({ content: null, tool_calls: [call('a'), call('b')] }),
  completion({ content: 'ANSWER: 6.25' }),
];
const question = tasks.find(({ name }) => name === 'a sum')?.question ?? '';

describe('the loop of the bench of agents', () => {
  const model = openedForEach(() => ScriptedUpstream.start());
  const endpoint = (): Endpoint => ({ url: model.url, model: 'scripted', key });

  it('counts the messages and tools of each request, and what the endpoint reports', async () => {
    model.play(twoCalls);
    await using arm = new SumArm();
    const { ms, messages, ...attempt } = await solve(endpoint(), arm, question);
    const sent = model.requests.map(
      ({ body: { messages, tools } }) =>
        countTokens(JSON.stringify(messages)) + countTokens(JSON.stringify(tools)),
    );
    const [first = NaN, second = NaN] = sent;
    assert.deepEqual(attempt, {
      answer: 'ANSWER: 6.25',
      requests: 2,
      calls: 2,
      inputTokens: first + second,
      largestRequest: second,
      outputTokens: countTokens(JSON.stringify(call('a').function).repeat(2)) + countTokens('ANSWER: 6.25'),
      reported: { input: 200, output: 14 },
    });
    assert.deepEqual(
      [ms > 0, messages.map(({ role }) => role)],
      [true, ['system', 'user', 'assistant', 'tool', 'tool', 'assistant']],
    );
  });

  it('gives the model the result of each call under its id', async () => {
    model.play(twoCalls);
    await using arm = new SumArm();
    await solve(endpoint(), arm, question);
    const results = model.requests[1]?.body.messages.slice(3);
    const content = 'The sum of 2.5 and 3.75 is 6.25.';
    assert.deepEqual(results, [
      { role: 'tool', tool_call_id: 'a', content },
      { role: 'tool', tool_call_id: 'b', content },
    ]);
  });

  it('says why an endpoint refuses, without the key', async () => {
    model.play([
      { refusal: { status: 401, text: JSON.stringify({ error: { message: `Wrong key ${key}` } }) } },
    ]);
    await using arm = new SumArm();
    await assert.rejects(solve(endpoint(), arm, question), ({ message }: Error) => {
      assert.match(message, /401.*Wrong key \(the key\)/);
      return true;
    });
  });

  it('lets the model that makes no mistakes call nothing that it has not read', async () => {
    await using perfect = await PerfectModel.start();
    await using arm = new SumArm('another_tool');
    await assert.rejects(
      solve(perfect.endpoint, arm, question),
      /Nothing in the request tells of the tools of .*get-sum/,
    );
    assert.deepEqual(arm.called, []);
  });
});

describe('the answer to a task', () => {
  it('is right whatever its case, emphasis, spaces and commas within numbers', () => {
    assert.ok(isTrue('I added them.\nANSWER: **1,752**.', '1752'));
    assert.ok(isTrue('answer: PRD-001,  PRD-054', 'PRD-001, PRD-054'));
  });

  it('is wrong where it says more or something else', () => {
    assert.ok(!isTrue('ANSWER: 1752 or 1753', '1752'));
    assert.ok(!isTrue('It is 1752.', '1752'));
  });
});

describe('the tool search of the bench of agents', () => {
  it('puts a tool whose name has the words before one that mentions them', () => {
    const tools = [
      tool('files_move', 'Moves a file; to read a file use another tool'),
      tool('files_read_text', 'Gives the text of a file'),
    ];
    assert.deepEqual(rankedByWords(tools, 'read text files'), ['files_read_text', 'files_move']);
  });

  it('finds nothing for words that no tool has', () => {
    assert.deepEqual(rankedByWords([tool('files_move', 'Moves a file')], 'weather'), []);
  });
});
