// Saved scripts in their editor, of `.code-mode/scripts` and of a folder that settings name: what stands above them,
// the menu, the keys, the form.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { EditorSession } from '../../../editor/bed/editorSession.ts';
import { ownEditor } from '../../../editor/bed/sharedEditor.ts';
import { RunPage } from '../../../editor/bed/runPage.ts';
import { Workbench } from '../../../editor/bed/workbench.ts';

const files = {
  '.code-mode/scripts/month.ts': `/**
 * Counts a month.
 * @param input What to count
 */
export default async function main(input: { month: number; apiKey?: string }) {
  return { month: input.month, keyLength: input.apiKey?.length ?? 0 };
}
`,
  'reports/week.ts': 'const sum = await tools.everything.getSum({ a: 40, b: 2 });\nreturn { sum };\n',
  'reports/waits.ts': 'await tools.everything.triggerLongRunningOperation({ duration: 60, steps: 60 });\n',
  'src/main.ts': 'export const main = 1;\n',
};

describe('saved scripts in their editor', () => {
  let session: EditorSession;
  let workbench: Workbench;
  let panel: RunPage;

  before(async () => {
    session = await ownEditor({
      settings: {
        'codeMode.scripts.results': 'panel',
        'codeMode.scripts.folders': ['reports/'],
        'git.enabled': true,
      },
    });
    const { folder } = session.workspace;
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
    git('init', '--quiet');
    git('add', 'reports');
    git('commit', '--quiet', '--message', 'Reports');
    appendFileSync(join(folder, 'reports/week.ts'), '// changed\n');
    workbench = await Workbench.open(session.window.page);
    panel = new RunPage(session.window.page);
  });

  after(() => session[Symbol.asyncDispose]());

  const opened = async (name: string) => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile(name);
  };
  const row = (text: RegExp) => panel.tree.locator('.row', { hasText: text });

  /** Opens the context menu of the editor at the first line of its code. */
  async function menu(): Promise<Locator> {
    const { page } = workbench;
    await page.locator('.editor-instance .monaco-editor .view-line').last().click({ button: 'right' });
    const shown = page.locator('.monaco-menu-container').getByRole('menu');
    await shown.getByRole('menuitem', { name: 'Command Palette' }).waitFor();
    return shown;
  }

  async function entries(): Promise<readonly string[]> {
    const names = await (await menu()).getByRole('menuitem').locator('.action-label').allInnerTexts();
    await workbench.page.keyboard.press('Escape');
    return names.filter((name) => /Run|Script/.test(name));
  }

  async function choose(entry: string): Promise<void> {
    // A menu takes no click in its first tenth of a second; it takes keys at once.
    await (await menu()).locator('.action-label').getByText(entry, { exact: true }).hover();
    await workbench.page.keyboard.press('Enter');
  }

  it('are run with the arguments that their main takes; a secret is typed unseen and not remembered', async () => {
    await opened('month.ts');
    const widget = workbench.page.locator('.quick-input-widget:visible');
    const input = widget.locator('input').first();
    const field = async (what: RegExp, type: string, before: string, text: string) => {
      await widget.filter({ hasText: what }).waitFor();
      assert.equal(await input.getAttribute('type'), type);
      assert.equal(await input.inputValue(), before);
      await input.fill(text);
      await input.press('Enter');
    };
    await workbench.pressLens('Run with Arguments…', input);
    await field(/month\. Remembered in this workspace\./, 'text', '', '5');
    await field(/apiKey\. A secret: not shown, .*may have it/, 'password', '', 'hidden');
    await row(/^keyLength: 6$/).waitFor();
    await workbench.pressLens('Run with Arguments…', input);
    await field(/month/, 'text', '5', '6');
    await field(/apiKey/, 'password', '', '');
    await row(/^month: 6$/).waitFor();
    await row(/^keyLength: 0$/).waitFor();
  });

  it('have the declarations of their tools once one is opened', () => {
    const names = readdirSync(join(session.workspace.folder, '.code-mode')).sort();
    assert.deepEqual(names, ['.gitignore', 'scripts', 'tools.d.ts', 'tsconfig.json']);
  });

  it('are run by a key, also in a folder that settings name', async () => {
    await opened('week.ts');
    await workbench.page.locator('.editor-instance .monaco-editor .view-line').first().click();
    await workbench.page.keyboard.press('ControlOrMeta+Alt+Enter');
    await row(/^sum: /).waitFor();
    await workbench.lens(/^Finished at \d\d:\d\d:\d\d, /).waitFor();
  });

  it('have what is done with them in the menu of the editor', async () => {
    await opened('week.ts');
    assert.deepEqual(await entries(), [
      'Run Script',
      'Run Script with Arguments…',
      'Debug Script',
      'Replay Script',
    ]);
    await workbench.page.locator('.editor-instance .monaco-editor .view-line').first().click();
    await workbench.page.keyboard.press('ControlOrMeta+A');
    assert.deepEqual(await entries(), [
      'Run Script',
      'Run Selection',
      'Run Script with Arguments…',
      'Debug Script',
      'Replay Script',
    ]);
  });

  it('are run from there, and replayed', async () => {
    await opened('week.ts');
    await choose('Run Script');
    await panel.state('Finished').waitFor();
    await choose('Replay Script');
    await panel.state('Finished (replay)').waitFor();
  });

  it('are only stopped from there while they run', async () => {
    await opened('waits.ts');
    await choose('Run Script');
    await panel.state('Running').waitFor();
    await workbench.lens('Running').waitFor();
    assert.deepEqual(await entries(), ['Stop Script']);
    await choose('Stop Script');
    await panel.state('Cancelled').waitFor();
    await workbench.lens(/^Cancelled at/).waitFor();
  });

  it('are not run from what git has of them', async () => {
    await opened('week.ts');
    await workbench.runCommand('Git: Open File (HEAD)');
    await workbench.page.locator('.tab.active', { hasText: 'week.ts (HEAD)' }).waitFor();
    await workbench.page
      .locator('.editor-instance .monaco-editor[data-uri^="git:"] .view-line')
      .first()
      .waitFor();
    assert.deepEqual(await entries(), []);
    assert.equal(
      await workbench.page
        .locator('.editor-actions')
        .getByRole('button', { name: /Run Script|Dry Run/ })
        .count(),
      0,
    );
    assert.equal(await workbench.lens('Run').count(), 0);
  });

  it('leave other files alone', async () => {
    await opened('main.ts');
    assert.deepEqual(await entries(), []);
    assert.equal(await workbench.lens('Run').count(), 0);
  });
});
