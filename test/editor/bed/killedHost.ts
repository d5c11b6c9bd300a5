// Kills the extension host of a window in the middle of a script of forty writes, and resumes the run as a user does.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFlightAnswers } from '../../../src/engine/consent/inFlightText.ts';
import { countingServer, serversOf, writesIn } from '../../fakes/countedRuns.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { eventually, lineage } from '../../sandbox/sandboxProcesses.ts';
import { ApprovalQuestion } from './approvalQuestion.ts';
import type { EditorSession } from './editorSession.ts';
import { RunsPanel } from './runsPanel.ts';
import { RunPage } from './runPage.ts';
import { Workbench } from './workbench.ts';
import { addServer, writeScripts } from './workspace.ts';

const writes = 40;
/** Time limit in milliseconds for steps that are slow on a busy machine: a window that loads, processes that end. */
const longMs = 120_000;
const inFlight = /Did \w+\.add take effect\?/;

/**
 * The moment of the kill: at a write that its server holds, before or after the write is done, or some time after a
 * write.
 */
export type Moment =
  | { readonly held: 'before' | 'after'; readonly write: number }
  | { readonly write: number; readonly pauseMs: number };

/**
 * `name`: name of the script and its server, different each time. Returns the number of writes that were done when the
 * process died.
 */
export async function killHostAndResume(
  session: EditorSession,
  name: string,
  moment: Moment,
): Promise<number> {
  using written = new TemporaryFolder('code-mode-counted-');
  const { folder } = session.workspace;
  const title = `Writes forty, ${name}`;
  if ('held' in moment) writeFileSync(join(written.path, 'hold.txt'), `${moment.held} ${moment.write}`);
  addServer(folder, name, countingServer(written.path));
  const code = `// ${title}\nfor (let n = 1; n <= ${writes}; n++) await tools.${name}.add({ n, ms: 100 });\nreturn (await tools.${name}.total({})).total;\n`;
  writeScripts(folder, { [name]: code });

  let workbench = await Workbench.open(session.window.page);
  await workbench.runScript(`${name}.ts`);
  await allow(workbench);
  await isTime(written.path, moment);
  await killHost(session, written.path);
  const died = writesIn(written.path).length;

  // VS Code restarts the extensions by itself, but not in a window with an extension under development, which the
  // driver of the tests is.
  await workbench.page.reload();
  workbench = await Workbench.open(session.window.page);
  const runs = await RunsPanel.open(workbench);
  await runs.row(title, 'interrupted', longMs);
  await showsFirstCall(runs, title);
  await runs.choose(title, 'Resume Run');
  await allow(workbench);
  await answerUntilFinished(workbench, title, written.path);
  assert.deepEqual(
    writesIn(written.path).toSorted((a, b) => a - b),
    Array.from({ length: writes }, (_, index) => index + 1),
  );
  return died;
}

async function allow(workbench: Workbench): Promise<void> {
  await (await ApprovalQuestion.open(workbench.page)).answer('Run Once');
}

async function isTime(folder: string, moment: Moment): Promise<void> {
  const isThere = () =>
    'held' in moment ? existsSync(join(folder, 'held.txt')) : writesIn(folder).length >= moment.write;
  assert.ok(await eventually(isThere, Boolean, longMs), 'The script does not write.');
  if ('pauseMs' in moment) await new Promise((resolve) => setTimeout(resolve, moment.pauseMs));
}

/** Returns the process that started the server of the script, if the window's own server started that process. */
async function killHost({ serverPid }: EditorSession, folder: string): Promise<void> {
  const pid = serversOf(folder).at(-1);
  assert.ok(pid !== undefined, 'No server was started.');
  const line = lineage(pid);
  const host = line.find(({ command }) => command.includes('--type=extensionHost'));
  assert.ok(
    host && serverPid !== undefined && line.some((each) => each.pid === serverPid),
    JSON.stringify(line),
  );
  process.kill(host.pid, 'SIGKILL');
  // Once the process is gone it makes no more writes.
  const left = await eventually(
    () => [host.pid, pid].filter((each) => lineage(each)[0]?.command !== ''),
    (alive) => alive.length === 0,
    longMs,
  );
  assert.deepEqual(left, []);
}

async function showsFirstCall(runs: RunsPanel, title: string): Promise<void> {
  const trace = await runs.openTrace(title);
  await trace.state(/interrupted/i).waitFor();
  await trace.calls.filter({ hasText: 'add' }).first().click();
  await trace.values.locator('.row', { hasText: 'total' }).first().waitFor();
}

/** Answers like a user who looks if the write is there. */
async function answerUntilFinished({ page }: Workbench, title: string, folder: string): Promise<void> {
  const trace = await RunPage.open(page, title);
  const finished = trace
    .state('Finished')
    .waitFor({ timeout: longMs })
    .then(() => 'finished' as const);
  const asked = ApprovalQuestion.open(page, inFlight).catch(() => undefined);
  const first = await Promise.race([finished, asked]);
  if (first instanceof ApprovalQuestion) {
    const n = Number(/\bn: (\d+)/.exec(await first.text())?.[1]);
    const isDone = writesIn(folder).includes(n);
    await first.answer(isDone ? inFlightAnswers.happened : inFlightAnswers.didNotHappen);
  }
  await finished;
}
