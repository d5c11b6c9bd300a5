import assert from 'node:assert/strict';
import { costText, onlyCodeModeText, openChatText } from '../../../../src/vscode/setup/setUpTexts.ts';

const five = { servers: 5, tools: 148, asTools: 20_177, inRequest: 5_453, asCodeMode: 850, saved: 4_603, searchesTools: false };
const one = { servers: 1, tools: 1, asTools: 90, inRequest: 90, asCodeMode: 850, saved: -760, searchesTools: false };
const none = { servers: 0, tools: 0, asTools: 0, inRequest: 0, asCodeMode: 850, saved: -850, searchesTools: false };

describe('the texts of Set Up', () => {
  it('say what the tools cost, and what ours do', () => {
    assert.equal(costText(five), '148 tools of 5 MCP servers: ≈20.2k tokens as definitions.');
    assert.match(openChatText(five), /^≈4\.6k tokens less .* \(≈850 tokens\) in place of 148 tools, .* about 40\.$/);
  });

  it('promise no tokens for models that search tools', () => {
    const searching = { ...five, searchesTools: true };
    const deferred = 'VS Code already defers these tools; scripts save calls and data, not definitions.';
    assert.equal(costText(searching), `148 tools of 5 MCP servers. ${deferred}`);
    assert.match(openChatText(searching), /^One script in place of many calls\. With models that cannot search tools, ≈4\.6k tokens less/);
  });

  it('promise none for other models either where ordinary tools cost less', () => {
    const searching = { ...one, searchesTools: true };
    assert.equal(openChatText(searching), 'One script in place of many calls.');
    assert.doesNotMatch(costText(searching), /cost/);
  });

  it('say where ordinary tools cost less', () => {
    assert.match(costText(one), /^1 tool of 1 MCP server: .* Here ordinary tools cost less .*\.$/);
    assert.doesNotMatch(openChatText(one), /less in each/);
  });

  it('say where no tools are known', () => {
    assert.match(costText(none), /^No MCP tools .* are known here\.$/);
    assert.match(openChatText(none), /in place of your servers'\.$/);
  });

  it('show the setting that a yes writes, and what it does not do', () => {
    assert.match(onlyCodeModeText(true), /"chat\.newSession\.defaultMode": "Code Mode"[^]*another agent still have/);
  });

  it('promise no setting that VS Code does not have', () => {
    assert.doesNotMatch(onlyCodeModeText(false), /Writes/);
  });
});
