import assert from 'node:assert/strict';
import { chooseModel, type KnownModel } from '../../../../src/mcp/elicitation/chooseModel.ts';
import type { ModelPreferences } from '../../../../src/mcp/elicitation/samplingRequest.ts';

describe('chooseModel', () => {
  const models = ['gpt-5', 'gpt-5-mini', 'claude-sonnet-4', 'claude-haiku-4'].map((id) => ({
    id,
    name: id.toUpperCase(),
    family: id,
  }));
  const none: ModelPreferences = { hints: [], cost: 0, speed: 0, intelligence: 0 };
  const chosen = (preferences: Partial<ModelPreferences>) =>
    chooseModel(models, { ...none, ...preferences })?.id;

  for (const [preferences, id] of [
    [{}, 'gpt-5'],
    [{ hints: ['claude'] }, 'claude-sonnet-4'],
    [{ hints: ['gemini', 'HAIKU', 'claude'] }, 'claude-haiku-4'],
    [{ hints: ['gemini'] }, 'gpt-5'],
    [{ cost: 0.9 }, 'gpt-5-mini'],
    [{ speed: 1, intelligence: 0.2 }, 'gpt-5-mini'],
    [{ cost: 0.3, intelligence: 0.8 }, 'gpt-5'],
    [{ hints: ['claude'], cost: 1 }, 'claude-sonnet-4'],
  ] satisfies [Partial<ModelPreferences>, string][])
    it(`${JSON.stringify(preferences)} is ${id}`, () => {
      assert.equal(chosen(preferences), id);
    });

  it('is the first where none is small', () => {
    assert.equal(chooseModel(models.slice(0, 1), { ...none, speed: 1 })?.id, 'gpt-5');
  });

  it('is nothing where there are no models', () => {
    assert.equal(chooseModel<KnownModel>([], none), undefined);
  });
});
