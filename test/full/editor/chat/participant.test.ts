// `@code` in Copilot Chat with the model of the picker: what it is asked in each stage, what the user sees of it.
import assert from 'node:assert/strict';
import { ChatPanel } from '../../../editor/bed/chatPanel.ts';
import type { CopilotSession } from '../../../editor/bed/editorSession.ts';
import {
  answerFromSum,
  call,
  lastText,
  type ModelRequest,
  type ScriptedStep,
  type ScriptedTurn,
} from '../../../editor/bed/scriptedModel.ts';
import { ServersPanel } from '../../../editor/bed/serversPanel.ts';
import { RunsShown } from '../../../editor/bed/runsShown.ts';
import { chatOptions, sharedEditorWithCopilot } from '../../../editor/bed/sharedEditor.ts';
import { choose, isStage, write } from '../../../editor/bed/stagedTurns.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { changeSettings } from '../../../editor/bed/workspace.ts';

const attempts = 5;

describe('@code in a chat', () => {
  let session: CopilotSession;
  let chat: ChatPanel;

  before(async () => {
    session = await sharedEditorWithCopilot({ ...chatOptions, goOn: true });
    chat = await ChatPanel.open(session.window.page);
  });

  afterEach(async () => {
    await chat.newChat();
  });

  const play = (...steps: readonly ScriptedStep[]) => session.model.play(steps, isStage);

  it('makes planned calls with /calls', async () => {
    const isPlan = (request: ModelRequest) => isStage(request) || /make_calls/.test(lastText(request));
    const steps: readonly ScriptedStep[] = [
      choose('everything.getSum'),
      call('make_calls', { calls: [{ tool: 't1', input: { a: 40, b: 2 } }] }),
      answerFromSum,
    ];
    session.model.play(steps, isPlan);
    await chat.send('@code /calls Add 40 and 2.');
    assert.match(await chat.answer(), /The answer is 42\./);
  });

  it('asks the model again where its endpoint has too many requests', async () => {
    const limited: ScriptedTurn = { status: 429, message: 'Slow down.' };
    play(limited, limited, choose(), { text: 'Hello to you.' });
    await chat.send('@code Say hello.');
    assert.match(await chat.answer(), /Hello to you\./);
    assert.equal(session.model.requests.filter(isStage).length, 4);
  });

  it('ends with its script when the user stops it', async () => {
    const runs = new RunsShown(await Workbench.open(session.window.page));
    play(
      choose('everything.triggerLongRunningOperation'),
      write('return await tools.everything.triggerLongRunningOperation({ duration: 60, steps: 60 });'),
    );
    await chat.send('@code Take your time.');
    await runs.inBar('tools.everything').waitFor();
    await chat.stop();
    await runs.inBar('').waitFor({ state: 'hidden' });
    assert.equal(session.model.requests.filter(isStage).length, 2);
  });

  it('answers directly where no tools are needed, and has its requests in a row of its own in the view', async () => {
    play(choose(), { text: 'Hello to you.' });
    await chat.send('@code Say hello.');
    assert.match(await chat.answer(), /Hello to you\./);
    assert.doesNotMatch(session.model.requests.filter(isStage).map(lastText).join('\n'), /<skill>/);
    const view = await ServersPanel.open(await Workbench.open(session.window.page));
    await view.toggle(await view.row('Usage', 'request'));
    await view.row('@code', 'requests');
  });

  it('asks nothing of a model that its rules give no code, and says what to do', async () => {
    const { page } = session.window;
    const rules = [{ match: 'Scr?pted', mode: 'tools' }];
    changeSettings(session.workspace.folder, { 'codeMode.models': rules });
    const refusal = page
      .locator('.interactive-response')
      .last()
      .getByText('is not offered to Scripted: its mode is "tools"');
    try {
      // The editor has no event for when it has read the settings.
      for (let attempt = 1; attempt < attempts && !(await refusal.isVisible()); attempt++) {
        await chat.newChat();
        play(choose(), { text: 'Hello to you.' });
        await chat.send('@code Say hello.');
        await refusal.or(page.getByText('Hello to you.')).last().waitFor();
      }
      assert.match(
        await refusal.innerText(),
        /in codeMode\.models \(Scr\?pted\)\. Choose another model, or /,
      );
      assert.deepEqual(session.model.requests.filter(isStage), []);
    } finally {
      session.workspace.restore();
    }
  });
});
