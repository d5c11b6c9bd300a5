import assert from 'node:assert/strict';
import { costText, onlyCodeModeText, openChatText } from '../../../../src/vscode/setup/setUpTexts.ts';

const five = { servers: 5, tools: 148, asTools: 20_177, inRequest: 5_453, asCodeMode: 850, saved: 4_603 };
const one = { servers: 1, tools: 1, asTools: 90, inRequest: 90, asCodeMode: 850, saved: -760 };
const none = { servers: 0, tools: 0, asTools: 0, inRequest: 0, asCodeMode: 850, saved: -850 };

describe('the texts of Set Up', () => {
  it('say what the tools cost, and what ours do', () => {
    assert.equal(costText(five), '148 tools of 5 MCP servers: ≈20.2k tokens as definitions.');
    assert.match(openChatText(five), /^≈4\.6k tokens less .* \(≈850 tokens\) in place of 148 tools, .* about 40\.$/);
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
    assert.match(onlyCodeModeText(true), /"chat\.newSession\.defaultMode": "Code Mode"[^]*another agent still carry/);
  });

  it('promise no setting that VS Code does not have', () => {
    assert.doesNotMatch(onlyCodeModeText(false), /Writes/);
  });
});
