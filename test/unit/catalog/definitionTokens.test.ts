import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { DefinitionTokens, definitionText } from '../../../src/catalog/definitionTokens.ts';
import { recordedCatalogs } from '../../fakes/recordedTools.ts';

describe('DefinitionTokens', () => {
  const tools = recordedCatalogs().flatMap((server) => server.tools);

  it('estimates the tools of real servers within 5 % of o200k together', () => {
    const exact = tools.reduce((sum, tool) => sum + countTokens(definitionText(tool)), 0);
    const estimate = new DefinitionTokens().sum(tools);
    assert.ok(Math.abs(estimate - exact) < exact * 0.05, `estimated ${estimate}, counted ${exact}`);
  });

  it('estimates each tool of real servers within 20 %', () => {
    const tokens = new DefinitionTokens();
    const far = tools.filter((tool) => {
      const exact = countTokens(definitionText(tool));
      return Math.abs(tokens.of(tool) - exact) > exact * 0.2;
    });
    assert.deepEqual(
      far.map(({ name }) => name),
      [],
    );
  });
});
