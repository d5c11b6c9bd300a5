import assert from 'node:assert/strict';
import type { CatalogServer } from '../../../../src/catalog/catalogSnapshot.ts';
import { DefinitionTokens } from '../../../../src/catalog/definitionTokens.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { recorded } from '../../../fakes/recordedTools.ts';
import { savedTokens } from '../../../../src/vscode/usage/savedTokens.ts';

const own = [{ name: 'executeCode', description: 'Runs TypeScript.', inputSchema: { type: 'object' } }];

function server(name: string, tools: CatalogServer['tools']): CatalogServer {
  return { name, namespace: name, origin: 'mcp.json', state: 'running', listed: true, tools, withheld: [] };
}

const tools = recorded('filesystem').tools.map((tool) =>
  catalogTool({ ...tool, namespace: 'filesystem', method: tool.name }),
);

describe('savedTokens', () => {
  it('is what the tools would take, less what ours take', async () => {
    const tokens = new DefinitionTokens();
    const saved = await savedTokens([server('filesystem', tools), server('empty', [])], own, tokens);
    assert.deepEqual([saved.servers, saved.tools], [1, tools.length]);
    assert.equal(saved.saved, tokens.sum(tools) - tokens.sum(own));
  });

  it('counts no more tools than a request carries', async () => {
    const tokens = new DefinitionTokens();
    const many = Array.from({ length: 6 }, () => server('filesystem', tools));
    const { asTools, inRequest } = await savedTokens(many, own, tokens);
    assert.equal(inRequest, Math.round((asTools * 40) / (6 * tools.length)));
  });

  it('is less than nothing where ours take more', async () => {
    const { saved } = await savedTokens([server('one', tools.slice(0, 1))], tools, new DefinitionTokens());
    assert.ok(saved < 0);
  });
});
