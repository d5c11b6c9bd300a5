// The pictures of the README, made by the test bed from real runs: npm run screenshots.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ChatPanel } from './bed/chatPanel.ts';
import { openEditor, openEditorWithCopilot } from './bed/editorSession.ts';
import { prepareBed, repository } from './bed/testBed.ts';
import { Workbench } from './bed/workbench.ts';

const folder = join(repository, 'media', 'screenshots');
const size = { width: 1280, height: 800 };

const chatScript = [
  'const { content } = await tools.filesystem.listDirectory({ path: "." });',
  'const sum = await tools.everything.getSum({ a: 40, b: 2 });',
  'await tools.filesystem.writeFile({ path: "report.md", content: sum });',
  'return { sum, files: content.split("\\n").length };',
].join('\n');

const answer = 'The sum is 42, there were 3 files, and `report.md` is written.';

async function save(page: Page, name: string): Promise<void> {
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  console.log(path);
}

/** Agent mode: the question before a script that can write, and the answer after it. */
async function chatPictures(): Promise<void> {
  await using session = await openEditorWithCopilot(bed, { size, settings: { 'chat.viewSessions.enabled': false } });
  const { page } = session.window;
  const chat = await ChatPanel.open(page);
  await (await Workbench.open(page)).runCommand('View: Toggle Primary Side Bar Visibility');
  await chat.widen();
  session.model.play([
    { calls: [{ name: 'executeCode', arguments: { code: chatScript } }] },
    ({ messages }) => {
      const worked = messages.at(-1)?.text.includes('The sum of 40 and 2 is 42') === true;
      return { text: worked ? answer : 'The script failed.' };
    },
  ]);
  await chat.send('Add 40 and 2, count the files in data/ and write a report.');
  const confirmation = await chat.confirmation();
  await confirmation.text();
  await save(page, 'chat-confirmation');
  await confirmation.allowOnce();
  if (!(await chat.answer()).includes('The sum is 42'))
    throw new Error(`The run failed:\n${JSON.stringify(session.model.agentRequests.at(-1)?.messages.at(-1))}`);
  await save(page, 'chat-answer');
}

/** The scratch editor: completion over the servers' tools. */
async function editorPicture(): Promise<void> {
  await using session = await openEditor(bed, { size });
  const { page } = session.window;
  const workbench = await Workbench.open(page);
  await workbench.runCommand('Code Mode: New Script');
  await workbench.replaceText('const sum = await tools.everything.');
  await workbench.completionOffers('getSum');
  await save(page, 'new-script');
}

const bed = await prepareBed();
await mkdir(folder, { recursive: true });
await chatPictures();
await editorPicture();
