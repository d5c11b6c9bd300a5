import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChatPanel } from '/work/main/test/editor/bed/chatPanel.ts';
import { openEditorWithCopilot } from '/work/main/test/editor/bed/editorSession.ts';
import { scriptedModelName } from '/work/main/test/editor/bed/copilotProfile.ts';
import { prepareBed } from '/work/main/test/editor/bed/testBed.ts';
import { Workbench } from '/work/main/test/editor/bed/workbench.ts';
import { realServer } from '/work/main/test/mcp/realServer.ts';
mkdirSync('/tmp/pics', { recursive: true });
const bed = await prepareBed();
await using session = await openEditorWithCopilot(bed, { size: { width: 1280, height: 800 }, likeUsers: true, settings: { 'chat.viewSessions.enabled': false } });
const { page } = session.window;
page.setDefaultTimeout(120_000);
let n = 0, clicks = 0;
const shoot = async (name: string) => { await page.screenshot({ path: `/tmp/pics/first-${++n}-${name}.png` }); console.log(n, name, 'clicks', clicks); };
const { folder } = session.workspace;
writeFileSync(join(folder, '.vscode', 'mcp.json'), JSON.stringify({ servers: { notes: realServer('memory'), files: realServer('filesystem', join(folder, 'data')) } }, undefined, 2));
await page.reload();
const workbench = await Workbench.open(page);
const review = page.getByRole('button', { name: 'Review…' }).first();
await page.getByRole('button', { name: 'Set Up', exact: true }).first().waitFor();
await shoot('opened');
console.log((await page.locator('.notifications-toasts').innerText().catch(String)).slice(0,400));
await page.getByRole('button', { name: 'Set Up', exact: true }).first().click(); clicks++;
for (let k = 0; k < 3; k++) { await page.waitForTimeout(8_000); await shoot('after-set-up-' + k); console.log((await page.locator('.quick-input-widget:visible, .monaco-dialog-box, .notifications-toasts').allInnerTexts().catch(() => [])).join('|').slice(0, 700)); if (await page.locator('.quick-input-widget:visible').count()) break; }
if (await review.isVisible()) { await review.click(); clicks++; await page.waitForTimeout(3_000); await shoot('trust-question'); }
const all = page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'Trust All' }).first();
if (await all.isVisible()) { await shoot('trust-all'); await all.click(); clicks++; await page.waitForTimeout(10_000); await shoot('trusted'); console.log((await page.locator('.quick-input-widget:visible').allInnerTexts()).join('|').slice(0, 900)); }
const first = page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'Ask a First Question' }).first();
if (!(await first.isVisible())) { await workbench.runCommand('Code Mode: Set Up'); clicks += 2; console.log('by palette'); }
await first.waitFor();
await page.waitForTimeout(1_500);
await shoot('set-up');
await first.click(); clicks++;
await page.waitForTimeout(8_000);
await shoot('first-question');
await new (ChatPanel as any)(page).chooseModel(scriptedModelName);
await shoot('model-chosen');
session.model.play([{ calls: [{ name: 'findTools', arguments: {} }] }, { calls: [{ name: 'executeCode', arguments: { title: 'List the files of data', code: 'return (await tools.files.listDirectory({ path: "." })).content' } }] }, { text: 'Your tools `files.listDirectory`, `files.readTextFile` and `notes.readGraph` only read. I listed the folder: it has two files.' }]);
const input = page.locator('.interactive-input-editor .monaco-editor, .chat-input-container .monaco-editor').first();
console.log('input text:', (await input.innerText().catch(() => '')).slice(0, 200));
await input.click();
await page.keyboard.press('Enter'); clicks++;
await page.getByText('it has two files').first().waitFor({ timeout: 180_000 });
await page.waitForTimeout(2_000);
await shoot('answered');
