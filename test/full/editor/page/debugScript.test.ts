// A scratch script in VS Code's JavaScript debugger: the question, a breakpoint, variables, steps, its result, and both
// ways to end it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { succeeds } from '../../../editor/bed/attempts.ts';
import { DebugPanel } from '../../../editor/bed/debugPanel.ts';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { RunPage } from '../../../editor/bed/runPage.ts';
import { RunsShown } from '../../../editor/bed/runsShown.ts';
import { ownEditor } from '../../../editor/bed/sharedEditor.ts';
import { reloadKeeping, Workbench } from '../../../editor/bed/workbench.ts';
import { writeScripts } from '../../../editor/bed/workspace.ts';

/** Types above and within the code: its lines are those of the file, its columns are not. */
const script = `interface Row {
  readonly id: number;
  readonly price: number;
}
const rows: readonly Row[] = [{ id: 1, price: 20 }, { id: 2, price: 22 }];
let total: number = 0;
for (const row of rows as Row[]) {
  total += row.price;
}
const folder = await tools.filesystem.listAllowedDirectories({});
return { total, isListed: folder !== undefined };
`;

describe('debugging a script', () => {
  let session: EditorSession;
  let workbench: Workbench;
  let panel: RunPage;
  let written: string;
  let toolbar: Locator;
  let debug: DebugPanel;

  before(async () => {
    session = await ownEditor({ settings: { 'codeMode.scripts.results': 'panel' } });
    const { page } = session.window;
    workbench = await Workbench.open(page);
    panel = new RunPage(page);
    debug = new DebugPanel(workbench);
    ({ toolbar } = debug);
    written = join(session.workspace.folder, 'data', 'debugged.txt');
    const write = `const path = ${JSON.stringify(written)};\nawait tools.filesystem.writeFile({ path, content: "written" });\nreturn "written";\n`;
    writeScripts(session.workspace.folder, {
      total: script,
      asked: 'const { city } = codemode.args as { city: string };\nreturn { city };\n',
      stopped: write,
      disconnected: write,
      restarted: write,
    });
  });

  after(() => session[Symbol.asyncDispose]());

  const standsBeforeItsWrite = async (name: string) => {
    await debug.openWithBreakpoint(name, 2);
    await workbench.runCommand('Code Mode: Debug Script');
    await (await ApprovalQuestion.open(workbench.page)).answer('Run Once');
    await debug.standsAt(name, 2);
  };

  it('is not debugged without a yes, which holds for the workspace', async () => {
    await debug.openWithBreakpoint('total.ts', 8);
    await workbench.pressLens('Debug', workbench.page.locator('.monaco-dialog-box'));
    const dialog = await workbench.dialog();
    assert.match((await dialog.textContent()) ?? '', /the sandbox does not block access to/);
    await workbench.page.keyboard.press('Escape');
    await workbench.lens('Debug').first().waitFor();
  });

  it('stops at a breakpoint that was set before, asked for by its lens', async () => {
    await workbench.pressLens('Debug', workbench.page.locator('.monaco-dialog-box'));
    await debug.allow();
    await debug.standsAt('total.ts', 8);
    await workbench.runCommand('Notifications: Show Notifications');
    assert.equal(await workbench.page.locator('.notification-list-item', { hasText: 'Running' }).count(), 0);
    await workbench.runCommand('Notifications: Hide Notifications');
  });

  it('shows the variables of the script', async () => {
    await debug.openScope('Local');
    await debug.variable(/^total\s*=\s*0$/).waitFor();
  });

  it('steps to the next line of the script', async () => {
    await workbench.page.keyboard.press('F10');
    await debug.standsAt('total.ts', 7);
    await debug.variable(/^total\s*=\s*20$/).waitFor();
  });

  it('goes on to its end through calls of tools, with the result of any run', async () => {
    await workbench.page.keyboard.press('F5');
    await debug.standsAt('total.ts', 8);
    await workbench.page.keyboard.press('F5');
    await panel.state('Finished').waitFor({ timeout: 60_000 });
    await panel.tree.locator('.row', { hasText: /^total: 42$/ }).waitFor();
    await panel.tree.locator('.row', { hasText: /^isListed: true$/ }).waitFor();
    await toolbar.waitFor({ state: 'hidden' });
  });

  it('says what was different of the run', async () => {
    await panel.content.getByText(/Debug run: no time limit/).waitFor();
  });

  it('ends the debugging where the script is stopped, and writes nothing more', async () => {
    await standsBeforeItsWrite('stopped.ts');
    await workbench.pressLens('Stop', panel.state('Cancelled'));
    await toolbar.waitFor({ state: 'hidden' });
    assert.ok(!existsSync(written));
  });

  it('ends the run where the debugger is disconnected, and writes nothing more', async () => {
    await standsBeforeItsWrite('disconnected.ts');
    await toolbar.locator('.codicon-debug-disconnect').click();
    await panel.state('Cancelled').waitFor();
    assert.ok(!existsSync(written));
  });

  it('asks for the arguments that a script names', async () => {
    await debug.openWithBreakpoint('asked.ts', 2);
    await workbench.runCommand('Code Mode: Debug Script');
    const input = workbench.page
      .locator('.quick-input-widget:visible', { hasText: 'Run asked.ts: Arguments' })
      .locator('input')
      .first();
    await input.fill('Basel');
    await input.press('Enter');
    await debug.standsAt('asked.ts', 2);
    await workbench.page.keyboard.press('F5');
    await panel.tree.locator('.row', { hasText: /^city: "Basel"$/ }).waitFor();
  });

  it('ends the run where the debugger is restarted: there is nothing to attach to again', async () => {
    await standsBeforeItsWrite('restarted.ts');
    await toolbar.locator('.codicon-debug-restart').click();
    await panel.state('Cancelled').waitFor();
    await toolbar.waitFor({ state: 'hidden' });
    assert.ok(!existsSync(written));
  });

  it('says what is missing where the JavaScript debugger is disabled, and shows it', async () => {
    const { page } = workbench;
    await workbench.runCommand('Extensions: Show Built-in Extensions');
    const view = page.locator('.extensions-viewlet');
    await view.locator('.suggest-input-container').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('@builtin js-debug');
    const extension = view
      .locator('.extension-list-item', { hasText: /JavaScript Debugger(?! Comp)/ })
      .first();
    await extension.click({ button: 'right' });
    const disable = page.locator('.monaco-menu .action-label', { hasText: /^Disable$/ }).first();
    // A menu takes no click in its first moment.
    const isClosed = () => succeeds(disable.waitFor({ state: 'hidden', timeout: 2_000 }));
    do await disable.click();
    while (!(await isClosed()));
    await view.locator('.extension-list-item', { hasText: 'Restart Required' }).waitFor();
    await reloadKeeping(page, /"id":"ms-vscode\.js-debug"/);
    await workbench.openFile('total.ts');
    await workbench.lens('Debug').first().click();
    const message = await new RunsShown(workbench).notification("needs VS Code's JavaScript");
    await message.getByRole('button', { name: 'Show Extension' }).click();
    await extension.waitFor();
  });
});
