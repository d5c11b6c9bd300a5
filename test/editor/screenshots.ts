// Makes the pictures of the README and docs with the test bed: npm run screenshots, or some of them: npm run
// screenshots -- trace savedScript.
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import UPNG from 'upng-js';
import { ApprovalQuestion } from './bed/approvalQuestion.ts';
import { ChatPanel } from './bed/chatPanel.ts';
import { openEditor, openEditorWithCopilot } from './bed/editorSession.ts';
import { RunPage } from './bed/runPage.ts';
import { RunsPanel } from './bed/runsPanel.ts';
import { SaveAsScript } from './bed/saveAsScript.ts';
import { ServersPanel } from './bed/serversPanel.ts';
import { prepareBed, repository } from './bed/testBed.ts';
import { Workbench } from './bed/workbench.ts';
import { writeScripts } from './bed/workspace.ts';
import { forecastRun, writeRun } from '../fakes/writtenRun.ts';

const folder = join(repository, 'media', 'screenshots');
/** The pictures of this folder are packed into the VSIX. */
const walkthrough = join(repository, 'media', 'walkthrough');
/** Number of colours of the animated picture, which is also in the VSIX and must be small. */
const colors = 128;

const writingScript = [
  '// Code Mode',
  'const { content } = await tools.filesystem.listDirectory({ path: "data" });',
  'const files = content.match(/(?<=\\[FILE\\] ).*/g) ?? [];',
  'const text = files.map((file) => `- ${file}`).join("\\n");',
  'await tools.filesystem.writeFile({ path: "files.md", content: text });',
  'return files.length;',
].join('\n');

const ordersScript = `// Orders of the week, and a chart of them.
export default async function main() {
  const path = "data/orders.json";
  const file = await tools.filesystem.readTextFile({ path });
  const orders: Order[] = JSON.parse(file.content);
  codemode.display(chart(sumsByCity(orders)));
  return orders;
}

interface Order {
  city: string;
  total: number;
}

function sumsByCity(orders: Order[]) {
  const sums: Record<string, number> = {};
  for (const { city, total } of orders)
    sums[city] = (sums[city] ?? 0) + total;
  return Object.entries(sums);
}

function chart(sums: [string, number][]) {
  const bars = sums.map(([city, sum], row) =>
    \`<text x="92" y="\${row * 30 + 26}" text-anchor="end">\${city}</text>
     <rect x="100" y="\${row * 30 + 10}" width="\${sum / 28}" height="22" fill="#3b82c4"/>\`);
  const svg = \`<svg xmlns="http://www.w3.org/2000/svg" width="460" height="260"
    font-family="sans-serif" font-size="14"><rect width="460" height="260" fill="white"/>\${bars.join("")}</svg>\`;
  const data = btoa(String.fromCharCode(...new TextEncoder().encode(svg)));
  return { type: "image" as const, mimeType: "image/svg+xml", data };
}
`;

async function save(page: Page, name: string, part = '.monaco-workbench', into = folder): Promise<void> {
  const path = join(into, `${name}.png`);
  await page.locator(part).screenshot({ path });
  console.log(path);
}

/** The scratch editor: completion over the servers' tools. */
async function editorPicture(): Promise<void> {
  await using session = await openEditor(bed, { size: { width: 1000, height: 460 } });
  const { page } = session.window;
  const workbench = await Workbench.open(page);
  await workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
  await workbench.runCommand('Code Mode: New Script');
  await workbench.replaceText('const sum = await tools.everything.');
  await workbench.completionOffers('getSum');
  await save(page, 'scratch');
}

/** The view of servers: a running server with its tools, a server that was not started, and a server that failed. */
async function serversPicture(): Promise<void> {
  await using session = await openEditor(bed, { size: { width: 1000, height: 640 } });
  const { page } = session.window;
  const workbench = await Workbench.open(page);
  await workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
  const panel = await ServersPanel.open(workbench);
  await panel.widen();
  await page.locator('.pane-header', { hasText: 'Runs' }).click();
  await panel.press('broken', 'Start Server', 'failed');
  await panel.toggle(await panel.press('filesystem', 'Start Server', 'running'));
  await panel.row('writeFile', 'tokens');
  await save(page, 'servers', '.part.sidebar');
}

/** The trace of a run that waited for an answer before a write, with one call selected. */
async function tracePicture(): Promise<void> {
  await using session = await openEditor(bed, { size: { width: 1280, height: 720 } });
  const { page } = session.window;
  writeRun(session.runsFolder, forecastRun('aaa01-aaaaa000', 'Compare the weather of the offices', 24));
  const workbench = await Workbench.open(page);
  await workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
  const trace = await (await RunsPanel.open(workbench)).openTrace('Compare the weather of the offices');
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await trace.calls.nth(6).click();
  await trace.values.locator('.row', { hasText: 'City 5' }).first().waitFor();
  await save(page, 'trace', '.part.editor');
}

function orders() {
  const cities = ['Basel', 'Bern', 'Genève', 'Lausanne', 'Lugano', 'Luzern', 'St. Gallen', 'Zürich'];
  return Array.from({ length: 240 }, (_, index) => ({
    order: 20_417 + index,
    city: cities[(index * 5) % cities.length],
    items: 1 + ((index * 7) % 9),
    total: Number((19.9 + ((index * 7_919) % 48_000) / 100).toFixed(2)),
    open: index % 6 === 0,
  }));
}

/** The result of a script beside the script: a table, and the picture that the script displayed. */
async function resultPictures(): Promise<void> {
  await using session = await openEditor(bed, {
    size: { width: 1280, height: 640 },
    settings: { 'codeMode.scripts.results': 'panel', 'editor.minimap.enabled': false },
  });
  const { page } = session.window;
  const { folder: project } = session.workspace;
  writeFileSync(join(project, 'data', 'orders.json'), JSON.stringify(orders()));
  writeScripts(project, { orders: ordersScript });
  const workbench = await Workbench.open(page);
  await workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
  await workbench.openFile('orders.ts');
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.runCommand('Code Mode: Run Script');
  const panel = new RunPage(page);
  await panel.rows.nth(3).waitFor({ timeout: 60_000 });
  await panel.button('total').click();
  await panel.button('total').click();
  await panel.content.locator('[aria-sort=descending]').waitFor();
  await panel.rows.nth(2).click();
  // TypeScript knows the tools once their servers have listed them.
  await page.locator('.squiggly-error').first().waitFor({ state: 'detached', timeout: 120_000 });
  await save(page, 'result', '.part.editor');
  await panel.tab(/^Displayed/).click();
  await panel.content.locator('.media img').waitFor();
  await save(page, 'resultImage', '.part.editor');
}

const chatScript = `// Open orders of a city
const city = "Bern";
const file = await tools.filesystem.readTextFile({ path: "data/orders.json" });
const orders: Order[] = JSON.parse(file.content);
const open = orders.filter((one) => one.open && one.city === city);
const lines = open.map(({ order, total }) => \`- \${order}: \${total}\`);
await tools.filesystem.writeFile({ path: "open.md", content: lines.join("\\n") });
return { city, orders: open.length };

interface Order {
  order: number;
  city: string;
  total: number;
  open: boolean;
}
`;

/** A run of a chat becomes a script: the change, before it is written. */
async function savedScriptPicture(): Promise<void> {
  const settings = {
    'editor.fontSize': 12,
    'editor.minimap.enabled': false,
    'diffEditor.useInlineViewWhenSpaceIsLimited': false,
  };
  await using session = await openEditor(bed, { size: { width: 1280, height: 760 }, settings });
  const { page } = session.window;
  const title = 'Open orders of a city';
  const [id, end] = [
    'aaa02-aaaaa000',
    { at: 900, state: 'done', value: { city: 'Bern', orders: 4 } },
  ] as const;
  writeRun(session.runsFolder, {
    id,
    title,
    code: chatScript,
    startedAt: Date.now() - 60_000,
    calls: [],
    end,
  });
  const workbench = await Workbench.open(page);
  await workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
  const runs = await RunsPanel.open(workbench);
  await (await runs.openTrace(title)).tab('Result').click();
  await runs.choose(title, 'Save Run as Script');
  const saving = new SaveAsScript(page);
  await saving.arguments();
  await saving.name();
  await saving.change();
  // A command that is run here would close the question.
  await page.keyboard.press('ControlOrMeta+B');
  await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  await page.locator('.quick-input-widget:visible input').first().click();
  await save(page, 'savedScript');
}

/**
 * Pictures of the walkthrough in both kinds of theme, each cut to the subject of its step; they are packed with the
 * extension.
 */
async function walkthroughPictures(): Promise<void> {
  for (const [look, theme] of Object.entries({ Light: 'Light 2026', Dark: 'Dark 2026' })) {
    const settings = { 'workbench.colorTheme': theme };
    await using session = await openEditorWithCopilot(bed, {
      size: { width: 1100, height: 700 },
      scale: 2,
      settings,
    });
    const { page } = session.window;
    const workbench = await Workbench.open(page);
    const panel = await ServersPanel.open(workbench);
    await panel.toggle(await panel.press('filesystem', 'Start Server', 'running'));
    await panel.row('createDirectory', 'tokens');
    await save(page, `servers${look}`, '.part.sidebar', walkthrough);
    const chat = await ChatPanel.open(page);
    await chat.chooseAgent('Code Mode');
    await page.locator('.chat-mode-picker-item').click();
    await page.locator('.action-widget .monaco-list-row', { hasText: 'Code Mode' }).waitFor();
    await saveAgentPicker(page, `agent${look}`);
    await page.keyboard.press('Escape');
    session.model.play([
      { calls: [{ name: 'executeCode', arguments: { code: writingScript } }] },
      { text: 'Nothing was written.' },
    ]);
    await chat.send('Write the list into files.md.');
    const question = await ApprovalQuestion.open(page);
    await save(page, `question${look}`, '.quick-input-widget', walkthrough);
    await question.answer("Don't Run");
    await chat.answer();
  }
}

/** The chat is empty above the request. */
async function saveAgentPicker(page: Page, name: string): Promise<void> {
  const chat = await page.locator('.part.auxiliarybar').boundingBox();
  if (chat === null) throw new Error('The chat is not in the secondary side bar.');
  const height = 230;
  const path = join(walkthrough, `${name}.png`);
  await page.screenshot({ path, clip: { ...chat, y: chat.y + chat.height - height, height } });
  console.log(path);
}

/**
 * The animated picture of the main feature: a request, its script, the question before the script writes, the answer.
 */
async function mainPicture(): Promise<void> {
  const settings = { 'chat.viewSessions.enabled': false };
  await using session = await openEditorWithCopilot(bed, { size: { width: 1200, height: 700 }, settings });
  const { page } = session.window;
  writeFileSync(join(session.workspace.folder, 'data', 'orders.json'), JSON.stringify(orders()));
  const chat = await ChatPanel.open(page);
  await (await Workbench.open(page)).runCommand('View: Toggle Primary Side Bar Visibility');
  await chat.widen();
  await chat.chooseAgent('Code Mode');
  const frames: Frame[] = [];
  const shoot = async (ms: number) => void frames.push({ png: await page.screenshot(), ms });
  await shoot(1_200);
  session.model.play([
    { calls: [{ name: 'executeCode', arguments: { code: chatScript.replaceAll('Bern', 'Basel') } }] },
    ({ messages }) => ({
      text: `${/"orders":(\d+)/.exec(messages.at(-1)?.text ?? '')?.[1] ?? 'No'} orders of Basel are open. They are listed in \`open.md\`.`,
    }),
  ]);
  await chat.send('List the open orders of Basel in open.md.');
  await shoot(1_500);
  const question = await ApprovalQuestion.open(page);
  await shoot(3_500);
  await question.answer('Run Once');
  await chat.answer();
  await shoot(4_000);
  const path = join(folder, 'main.png');
  writeFileSync(path, animated(frames));
  console.log(path);
}

interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

/** Writes an animated PNG, which shows its first frame where animations are off. */
function animated(frames: readonly Frame[]): Buffer {
  const images = frames.map(({ png }) => UPNG.decode(new Uint8Array(png).buffer));
  const [{ width, height } = { width: 0, height: 0 }] = images;
  const pixels = images.flatMap((image) => UPNG.toRGBA8(image).slice(0, 1));
  return Buffer.from(
    UPNG.encode(
      pixels,
      width,
      height,
      colors,
      frames.map(({ ms }) => ms),
    ),
  );
}

const bed = await prepareBed();
await mkdir(folder, { recursive: true });
await mkdir(walkthrough, { recursive: true });
const pictures = {
  main: mainPicture,
  walkthrough: walkthroughPictures,
  scratch: editorPicture,
  servers: serversPicture,
  trace: tracePicture,
  result: resultPictures,
  savedScript: savedScriptPicture,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in pictures));
if (unknown.length > 0)
  throw new Error(
    `There is no picture ${unknown.join(', ')}; there are ${Object.keys(pictures).join(', ')}.`,
  );
for (const [name, make] of Object.entries(pictures))
  if (wanted.length === 0 || wanted.includes(name)) await make();
