import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import type { AskModel } from '../../../../src/models/askModel.ts';
import { BudgetedModel, TurnTokens } from '../../../../src/models/stateless/budgetedModel.ts';
import { modelAnswer } from '../../../fakes/codeChatClient.ts';

const request = { messages: [], tools: [] };
const { signal } = new AbortController();

function modelOf(ask: AskModel, most = 0, before = 0): BudgetedModel {
  return new BudgetedModel({
    ask,
    promptTokens: () => 100,
    answerTokens: () => 10,
    before,
    most,
    name: 'The Model',
  });
}

function model(most: number, before = 0, usage?: JsonObject): BudgetedModel {
  return modelOf(() => Promise.resolve({ ...modelAnswer({ text: 'ok' }), usage }), most, before);
}

describe('the budget of a turn', () => {
  it('names the model that failed, and what to do next', async () => {
    const cause = new Error('The key is wrong.');
    const failing = modelOf(() => Promise.reject(cause));
    const message = /^The Model failed: The key is wrong\. Send .*, or choose another model\.$/;
    await assert.rejects(failing.ask(request, signal), { message, cause });
  });

  it('counts what the model says that it took', async () => {
    const counted = model(0, 50, { prompt_tokens: 7, completion_tokens: 2 });
    await counted.ask(request, signal);
    await counted.ask(request, signal);
    assert.deepEqual(counted.spent, { requests: 2, prompt: 14, completion: 4, lastPrompt: 7 });
    assert.equal(counted.total, 68);
  });

  it('estimates where the model does not say', async () => {
    const counted = model(0);
    await counted.ask(request, signal);
    assert.equal(counted.total, 110);
  });

  it('ends before the request that would exceed it, and says so', async () => {
    const counted = model(250);
    await counted.ask(request, signal);
    await counted.ask(request, signal);
    await assert.rejects(
      counted.ask(request, signal),
      /used 220 tokens.*about 100.*250.*codeMode\.provider\.maxTokensPerTurn.*Raise/s,
    );
  });

  it('goes on over the requests of a turn', async () => {
    await assert.rejects(model(250, 200).ask(request, signal), /used 200 tokens/);
  });

  it('goes on with the answers to calls, and begins with words of the user', () => {
    const tokens = new TurnTokens();
    tokens.spent(300, ['a', 'b']);
    const answer = { role: 'tool', tool_call_id: 'b', content: '' };
    assert.deepEqual(
      [tokens.before([answer]), tokens.before([answer, { role: 'user', content: 'Next.' }])],
      [300, 0],
    );
  });
});
