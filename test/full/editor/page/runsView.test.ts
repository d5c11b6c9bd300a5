// The view "Runs" in a real window: a run while it is on, and what can be done with one that is over.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFlightAnswers } from '../../../../src/engine/consent/inFlightText.ts';
import { countingServer, writesIn } from '../../../fakes/countedRuns.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { eventually } from '../../../sandbox/sandboxProcesses.ts';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { RunsPanel } from '../../../editor/bed/runsPanel.ts';
import { RunsShown } from '../../../editor/bed/runsShown.ts';
import { SaveAsScript } from '../../../editor/bed/saveAsScript.ts';
import { sharedEditor } from '../../../editor/bed/sharedEditor.ts';
import { RunPage } from '../../../editor/bed/runPage.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';
import { addServer, writeScripts } from '../../../editor/bed/workspace.ts';

const dialogMs = 5_000;
const scripts = {
  longRun:
    '// Takes minutes\nawait tools.everything.triggerLongRunningOperation({ duration: 180, steps: 180 });\n',
  sum: '// Adds two numbers\nreturn await tools.everything.getSum({ a: 40, b: 2 });\n',
  failing: [
    '// Writes three',
    'await tools.counting.add({ n: 1 });',
    'await tools.counting.add({ n: 2 });',
    'return await tools.counting.flaky({ n: 3 });\n',
  ].join('\n'),
  edited:
    '// Writes two\nawait tools.counting.add({ n: 41 });\nreturn await tools.counting.add({ n: 42 });\n',
  halfway: '// Stops halfway\nawait tools.counting.add({ n: 51 });\nthrow new Error("halfway");\n',
  held: '// Writes what hangs\nawait tools.held.add({ n: 1 });\nawait tools.held.add({ n: 2 });\nreturn await tools.held.add({ n: 3 });\n',
};

describe('the view of runs', () => {
  let session: EditorSession;
  let workbench: Workbench;
  let runs: RunsPanel;
  const written = new TemporaryFolder('code-mode-counted-');
  const held = new TemporaryFolder('code-mode-held-');

  before(async () => {
    session = await sharedEditor();
    const { folder } = session.workspace;
    addServer(folder, 'counting', countingServer(written.path));
    addServer(folder, 'held', countingServer(held.path));
    writeScripts(folder, scripts);
    workbench = await Workbench.open(session.window.page);
  });

  after(() => {
    written[Symbol.dispose]();
    held[Symbol.dispose]();
  });

  const start = (name: keyof typeof scripts) => workbench.runScript(`${name}.ts`);
  /** They would take the Escape that is for a question. */
  const hideNotifications = () => workbench.runCommand('Notifications: Hide Notifications');
  /** From outside: resolves when the editor that shows it has the change. */
  const change = async (name: keyof typeof scripts, before: string, after: string) => {
    writeScripts(session.workspace.folder, { [name]: scripts[name].replace(before, after) });
    await workbench.openFile(`${name}.ts`);
    await workbench.page
      .locator(`.editor-instance [data-uri$="/${name}.ts"] .view-line`, { hasText: after })
      .waitFor();
  };
  const allow = async () => (await ApprovalQuestion.open(workbench.page)).answer('Run Once');

  it('has a run while it is on, and cancels it from its row', async () => {
    await start('longRun');
    runs = await RunsPanel.open(workbench);
    await runs.widen();
    await runs.row('Takes minutes', /script \.code-mode\/longRun\.ts/);
    const row = await runs.press('Takes minutes', 'Cancel Run', 'cancelled');
    assert.match((await row.getAttribute('aria-label')) ?? '', /^Takes minutes, cancelled/);
  });

  it('has the trace of a script above it once the script has run', async () => {
    await workbench.openFile('sum.ts');
    await workbench.lens('Dry Run').waitFor();
    assert.equal(await workbench.lens('Last Trace').count(), 0);
    await workbench.runCommand('Code Mode: Run Script');
    await runs.row('Adds two numbers', '1 call');
    await workbench.pressLens(
      'Last Trace',
      workbench.page.locator('.tab.active', { hasText: 'Adds two numbers' }),
    );
    const trace = await RunPage.open(workbench.page, 'Adds two numbers');
    await trace.state('Finished').waitFor();
    await trace.calls.filter({ hasText: 'getSum' }).waitFor();
  });

  it('opens the code of a run', async () => {
    await runs.choose('Adds two numbers', 'Open Code of Run');
    await workbench.page.locator('.tab.active', { hasText: 'code.ts' }).waitFor();
  });

  it('runs it again, and opens the trace of that', async () => {
    await runs.choose('Adds two numbers', 'Run Again');
    const trace = await RunPage.open(workbench.page, 'Adds two numbers');
    await trace.state('Finished').waitFor();
    await runs.row('Today', '3 runs');
  });

  it('follows a run in its trace, with its rows always there, and cancels it from there', async () => {
    await start('longRun');
    await runs.row('Today', '4 runs');
    const trace = await runs.openTrace('Takes minutes');
    await trace.calls.filter({ hasText: 'triggerLongRunningOperation' }).waitFor();
    const blank = await (
      await trace.frame()
    ).evaluate<number>(`new Promise((resolve) => {
      let [draws, blank] = [0, 0];
      new MutationObserver(() => (draws += 1)).observe(document.querySelector('.overview'), { childList: true });
      const look = () => {
        if (document.querySelectorAll('.waterfall .row').length === 0) blank += 1;
        if (draws < 4) requestAnimationFrame(look);
        else resolve(blank);
      };
      look();
    })`);
    assert.equal(blank, 0);
    await trace.button('Cancel').click();
    await trace.state('Cancelled').waitFor();
  });

  it('goes on with a run that failed, and repeats none of its writes', async () => {
    await start('failing');
    await allow();
    await runs.row('Writes three', 'failed');
    assert.deepEqual(writesIn(written.path), [1, 2]);
    await runs.choose('Writes three', 'Resume Run');
    await allow();
    const trace = await RunPage.open(workbench.page, 'Writes three');
    await trace.state('Finished').waitFor();
    assert.deepEqual(writesIn(written.path), [1, 2, 3]);
  });

  it('goes on for real where the replay of an edited script comes to another call', async () => {
    await start('edited');
    await allow();
    await runs.row('Writes two', '2 calls');
    await change('edited', 'n: 42', 'n: 43');
    await workbench.runCommand('Code Mode: Replay Script');
    const message = await new RunsShown(workbench).notification(
      /tools\.counting\.add was called with another input.* n: 43, recorded: 42\./,
    );
    assert.deepEqual(writesIn(written.path), [1, 2, 3, 41, 42]);
    await message.getByRole('button', { name: 'Continue with Real Calls' }).click();
    await allow();
    const writes = await eventually(
      () => writesIn(written.path),
      (all) => all.length > 5,
    );
    assert.deepEqual(writes, [1, 2, 3, 41, 42, 43]);
    await hideNotifications();
  });

  it('resumes a run with the code of its script, where that was edited', async () => {
    await start('halfway');
    await allow();
    await runs.row('Stops halfway', 'failed');
    await change('halfway', 'throw new Error("halfway")', 'return await tools.counting.add({ n: 52 })');
    await runs.choose('Stops halfway', 'Resume Run');
    const { page } = workbench;
    await page
      .locator('.quick-input-widget:visible .monaco-list-row', {
        hasText: 'Resume with the Code of halfway.ts',
      })
      .click();
    await allow();
    const trace = await RunPage.open(page, 'Stops halfway');
    await trace.state('Finished').waitFor();
    assert.deepEqual(writesIn(written.path).slice(-2), [51, 52]);
  });

  it('asks whether a write took effect that was in flight, and stops unless it is told', async () => {
    writeFileSync(join(held.path, 'hold.txt'), 'after 2');
    await start('held');
    await allow();
    await eventually(
      () => existsSync(join(held.path, 'held.txt')),
      (isHeld) => isHeld,
    );
    await runs.press('Writes what hangs', 'Cancel Run', 'cancelled');
    await runs.choose('Writes what hangs', 'Resume Run');
    await allow();
    const question = workbench.page.locator('.quick-input-widget:visible', {
      hasText: 'Did held.add take effect?',
    });
    await question.locator('.monaco-list-row.focused', { hasText: 'Stop the run' }).waitFor();
    await workbench.page.keyboard.press('Escape');
    await runs.row('Writes what hangs', 'not run');
    assert.deepEqual(writesIn(held.path), [1, 2]);
  });

  it('does the rest alone where the write took effect', async () => {
    await runs.choose('Writes what hangs', 'Resume Run');
    await allow();
    const question = await ApprovalQuestion.open(workbench.page, /Did held\.add take effect\?/);
    await question.answer(inFlightAnswers.happened);
    const trace = await RunPage.open(workbench.page, 'Writes what hangs');
    await trace.state('Finished').waitFor();
    assert.deepEqual(writesIn(held.path), [1, 2, 3]);
  });

  it('exports a run as a file', async () => {
    const dialog = workbench.page.locator('.quick-input-widget:visible', { hasText: 'Export Run' });
    await runs.choose('Adds two numbers', 'Export Run', () => dialog.waitFor({ timeout: dialogMs }));
    // It shows the folder first.
    const path = await eventually(
      () => dialog.locator('input').first().inputValue(),
      (value) => value.endsWith('.json'),
    );
    await dialog.getByRole('button', { name: 'OK' }).click();
    const exported = await eventually(
      () => (existsSync(path) ? readFileSync(path, 'utf8') : ''),
      (text) => text.endsWith('}\n') || text.endsWith('}'),
    );
    assert.match(exported, /Adds two numbers/);
    assert.match(exported, /The sum of 40 and 2 is 42/);
  });

  it('saves a run as a script', async () => {
    await runs.choose('Adds two numbers', 'Save Run as Script');
    const saving = new SaveAsScript(workbench.page);
    assert.deepEqual(await saving.arguments(), ['a', 'b']);
    assert.equal(await saving.name(), 'addsTwoNumbers');
    await saving.change();
    const file = join(session.workspace.folder, '.code-mode', 'scripts', 'addsTwoNumbers.ts');
    assert.equal(existsSync(file), false);
    await saving.save('addsTwoNumbers');
    assert.match(
      readFileSync(file, 'utf8'),
      /@param \{number\} a For example 40\.\n[^]*getSum\(\{ a: codemode\.args\.a, b: codemode\.args\.b \}\)/,
    );
  });

  it('runs a saved script with the arguments of a form', async () => {
    const { page } = workbench;
    await workbench.runCommand('Code Mode: Saved Scripts: Run');
    const input = (text: string) => page.locator('.quick-input-widget:visible', { hasText: text }).waitFor();
    await input('Run Saved Script');
    await page.keyboard.press('Enter');
    for (const [field, value] of [
      ['(1/2)', 'five'],
      ['(2/2)', '3'],
    ] as const) {
      await input(field);
      await page.keyboard.type(value);
      if (value === 'five') {
        await input('It is a number.');
        await page.keyboard.press('Control+A');
        await page.keyboard.type('5');
      }
      await page.keyboard.press('Enter');
    }
    await runs.row('tools.scripts.addsTwoNumbers', '1 call');
  });

  it('has the run of a saved script below the run that called it', async () => {
    const caller = await runs.row('tools.scripts.addsTwoNumbers', '1 call');
    const called = () => runs.count('Adds two numbers', 'tools.scripts.addsTwoNumbers');
    assert.equal(await called(), 0);
    await runs.toggle(caller);
    const row = await runs.row('Adds two numbers', 'tools.scripts.addsTwoNumbers');
    assert.equal(await row.getAttribute('aria-level'), '3');
    await runs.toggle(caller);
    await row.waitFor({ state: 'detached' });
  });

  it('deletes a run', async () => {
    await runs.row('Writes three', '');
    await runs.choose('Writes three', 'Delete Run');
    await runs.row('Today', '13 runs');
  });
});

describe('the runs of a script in the second of two folders with one name', () => {
  it('are named after that folder alone', async () => {
    const { window, workspace } = await sharedEditor({ folders: ['one/app', 'two/app'] });
    writeScripts(join(workspace.folder, 'two', 'app'), { report: '// Reports\nreturn 1;\n' });
    const workbench = await Workbench.open(window.page);
    await workbench.runScript('report.ts');
    const runs = await RunsPanel.open(workbench);
    await runs.widen();
    await runs.row('Reports', /script app-2\/\.code-mode\/report\.ts/);
  });
});
