import assert from 'node:assert/strict';
import { CallNotes } from '../../../../src/engine/calls/callNotes.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';

describe('the note about a snapshot', () => {
  const tools = ['browserNavigate', 'browserSnapshot', 'browserClick'].map((method) =>
    catalogTool({ namespace: 'playwright', method }),
  );
  const [navigate = catalogTool(), snapshot = catalogTool()] = tools;
  const said = (tool: typeof navigate, text: string, beside = tools) => {
    const notes = new CallNotes();
    notes.snapshot(tool, [{ type: 'text', text }], beside);
    return notes.all();
  };
  const answer = '### Page\n- Page URL: http://127.0.0.1/\n- [Snapshot](.playwright-mcp/page-1.yml)';

  it('names the tool that gives it as text, where an answer has it as a file', () => {
    assert.deepEqual(said(navigate, answer), [
      "tools.playwright.browserNavigate gives the page's snapshot as a file; tools.playwright.browserSnapshot gives it as text.",
    ]);
  });

  it('is not there for another answer, for that tool itself, and where there is none', () => {
    assert.deepEqual(
      [said(navigate, 'done'), said(snapshot, answer), said(navigate, answer, [navigate])],
      [[], [], []],
    );
  });
});
