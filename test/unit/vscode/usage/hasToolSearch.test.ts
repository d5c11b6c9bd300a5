import assert from 'node:assert/strict';
import { hasToolSearch } from '../../../../src/vscode/usage/hasToolSearch.ts';

const families: Readonly<Record<string, boolean>> = {
  'claude-3.5-sonnet': false,
  'claude-3.7-sonnet-thought': false,
  'claude-sonnet-4': false,
  'claude-sonnet-4-20250514': false,
  'claude-opus-4.1': false,
  'claude-opus-4-1-20250805': false,
  'claude-haiku-4.5': true,
  'claude-sonnet-4.5': true,
  'claude-opus-4-6': true,
  'claude-sonnet-4.6-1m': true,
  'claude-opus-5': true,
  'gpt-3.5-turbo': false,
  'gpt-4-0613': false,
  'gpt-4.1': false,
  'gpt-4o': false,
  'gpt-4o-2024-11-20': false,
  'gpt-5': false,
  'gpt-5-2025-08-07': false,
  'gpt-5-mini': false,
  'gpt-5.3-codex': false,
  'gpt-5.4': true,
  'gpt-5-4': true,
  'gpt-5.6': true,
  'gpt-6': true,
  'o4-mini': false,
  'gemini-3-pro': false,
  'grok-code-fast-1': false,
};

describe('the tool search of a model', () => {
  for (const [family, has] of Object.entries(families)) {
    it(`${has ? 'is there' : 'is not there'} for ${family}`, () => {
      assert.equal(hasToolSearch({ vendor: 'copilot', family, id: family }), has);
    });
  }

  it('is never there for models of other vendors', () => {
    for (const vendor of ['customendpoint', 'anthropic', 'code-mode']) {
      assert.ok(!hasToolSearch({ vendor, family: 'claude-sonnet-4.5', id: 'claude-sonnet-4.5' }), vendor);
    }
  });

  it('may be there where VS Code chooses the model', () => {
    assert.ok(hasToolSearch({ vendor: 'copilot', family: 'gpt-4.1', id: 'auto' }));
  });
});
