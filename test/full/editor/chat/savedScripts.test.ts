// Tests that the work of one chat becomes a tool for the next chat: its run is saved as a script from the view of runs,
// and a model finds and calls the script.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { ChatPanel } from '../../../editor/bed/chatPanel.ts';
import type { CopilotSession } from '../../../editor/bed/editorSession.ts';
import { RunsPanel } from '../../../editor/bed/runsPanel.ts';
import { SaveAsScript } from '../../../editor/bed/saveAsScript.ts';
import { call, executes, lastText } from '../../../editor/bed/scriptedModel.ts';
import { chatOptions, sharedEditorWithCopilot } from '../../../editor/bed/sharedEditor.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';

const workedOut = `// Notes the sum of two numbers
const sum = await tools.everything.getSum({ a: 40, b: 2 });
await tools.filesystem.writeFile({ path: "data/first.txt", content: sum });
return sum;`;

describe('a run of a chat that is saved as a script', () => {
  let session: CopilotSession;
  let chat: ChatPanel;
  let workbench: Workbench;
  let runs: RunsPanel;

  before(async () => {
    session = await sharedEditorWithCopilot({ ...chatOptions, goOn: true });
    chat = await ChatPanel.open(session.window.page);
    workbench = await Workbench.open(session.window.page);
  });

  const inFolder = (...path: readonly string[]) => join(session.workspace.folder, ...path);

  it('is written only after the user saw the change, with the literals of its calls as arguments', async () => {
    session.model.play([executes(workedOut), { text: 'Noted.' }]);
    await chat.send('Add 40 and 2 and note the sum.');
    await (await ApprovalQuestion.open(workbench.page)).answer('Run Once');
    await chat.answer();
    assert.match(session.model.lastToolResult, /The sum of 40 and 2 is 42/);

    runs = await RunsPanel.open(workbench);
    await runs.choose('Notes the sum of two numbers', 'Save Run as Script');
    const saving = new SaveAsScript(workbench.page);
    assert.deepEqual(await saving.arguments(), ['a', 'b', 'path']);
    assert.equal(await saving.name(), 'notesTheSumOfTwoNumbers');
    const change = await saving.change();
    assert.match(change, /getSum\(\{ a: codemode\.args\.a, b: codemode\.args\.b \}\)/);
    const file = inFolder('.code-mode', 'scripts', 'notesTheSumOfTwoNumbers.ts');
    assert.equal(existsSync(file), false);
    await saving.save('notesTheSumOfTwoNumbers');
    assert.match(
      readFileSync(file, 'utf8'),
      /@param \{string\} path For example "data\/first\.txt"\.\n \*\/\n\/\/ Notes the sum[^]*path: codemode\.args\.path/,
    );
  });

  it('is found by the next chat, and called in one request, with other arguments', async () => {
    await chat.newChat();
    let found = '';
    session.model.play([
      call('findTools', { query: 'note the sum of two numbers' }),
      (request) => {
        found = lastText(request);
        return executes(
          '// A second sum\nreturn await tools.scripts.notesTheSumOfTwoNumbers({ a: 20, b: 3, path: "data/second.txt" });',
        );
      },
      { text: 'Noted again.' },
    ]);
    await chat.send('Note the sum of 20 and 3.');
    const question = await ApprovalQuestion.open(workbench.page);
    assert.match(await question.text(), /filesystem\.writeFile\s*notesTheSumOfTwoNumbers\.ts line \d/);
    assert.equal(existsSync(inFolder('data', 'second.txt')), false);
    await question.answer('Run Once');
    await chat.answer();
    assert.match(found, /tools\.scripts\.notesTheSumOfTwoNumbers\(input: \{[^)]*path: string/);
    const [saved, other] = ['tools.scripts.', 'tools.everything.'].map((name) => found.indexOf(name));
    assert.ok(saved !== undefined && other !== undefined && (other < 0 || saved < other), found);
    assert.equal(session.model.agentRequests.length, 3);
    assert.match(session.model.lastToolResult, /The sum of 20 and 3 is 23/);
    assert.match(readFileSync(inFolder('data', 'second.txt'), 'utf8'), /is 23/);
  });

  it('stands below the run of the chat that called it', async () => {
    const caller = await runs.row('A second sum', '1 call');
    await runs.toggle(caller);
    const called = await runs.row('Notes the sum of two numbers', 'tools.scripts.notesTheSumOfTwoNumbers');
    assert.equal(await called.getAttribute('aria-level'), '3');
  });
});
