import assert from 'node:assert/strict';
import { costText, onlyCodeModeText, openChatText } from '../../../../src/vscode/setup/setUpTexts.ts';

const savings = (servers: number, tools: number, asTools: number, saved: number) => ({
  servers,
  tools,
  asTools,
  inRequest: asTools,
  asCodeMode: 850,
  saved,
  searchesTools: false,
});
const five = savings(5, 148, 20_177, 4_603);
const one = savings(1, 1, 90, -760);
const none = savings(0, 0, 0, -850);

describe('the texts of Set Up', () => {
  it('say what the tools cost, and what ours do', () => {
    assert.equal(costText(five), '5 MCP servers, 148 tools, about 20,200 tokens of definitions');
    assert.equal(
      openChatText(five),
      'Requests carry two tools instead of 148 (VS Code sends about 40 at a time): about 4,600 tokens less',
    );
  });

  it('promise no tokens for models that search tools', () => {
    const searching = { ...five, searchesTools: true };
    const deferred = 'VS Code already defers these tools; scripts save calls and data, not definitions.';
    assert.equal(costText(searching), `5 MCP servers, 148 tools. ${deferred}`);
    assert.match(
      openChatText(searching),
      /^One script instead of many tool calls\. With models that cannot search tools, requests have about 4,600 tokens less$/,
    );
  });

  it('promise none for other models either where ordinary tools cost less', () => {
    const searching = { ...one, searchesTools: true };
    assert.equal(openChatText(searching), 'One script instead of many tool calls');
    assert.doesNotMatch(costText(searching), /costs/);
  });

  it('say where Code Mode costs more', () => {
    assert.match(
      costText(one),
      /^1 MCP server, 1 tool, about 90 tokens of definitions\. Code Mode costs more/,
    );
    assert.doesNotMatch(openChatText(one), /less/);
  });

  it('say where no tools are known', () => {
    assert.match(costText(none), /^No MCP tools found in this workspace\.$/);
    assert.match(openChatText(none), /instead of your servers' tools$/);
  });

  it('show the setting that a yes writes, and what it does not do', () => {
    assert.match(
      onlyCodeModeText(true),
      /"chat\.newSession\.defaultMode": "Code Mode"[^]*another agent still have/,
    );
  });

  it('promise no setting that VS Code does not have', () => {
    assert.doesNotMatch(onlyCodeModeText(false), /Writes/);
  });
});
