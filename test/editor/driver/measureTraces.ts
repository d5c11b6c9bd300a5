// Runs in the extension host for the figures of traces: lists the runs, opens a trace of each run that the workspace's
// `traces.json` names, and reports the longest time for which the host was blocked.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { printTestEvent } from '../bed/testEvents.ts';

/** Time in milliseconds after which a trace is idle. */
const restMs = 8_000;
const mostTries = 600;

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('code-mode.code-mode');
  if (extension === undefined) throw new Error('The extension is not installed.');
  await extension.activate();
  for (const id of await namedRuns()) {
    const stalls = monitorEventLoopDelay({ resolution: 5 });
    stalls.enable();
    printTestEvent({ kind: 'measured', title: `opening ${id}`, ms: 0 });
    await vscode.commands.executeCommand('codeMode.openTrace', id);
    await delay(restMs);
    stalls.disable();
    printTestEvent({ kind: 'measured', title: `stall ${id}`, ms: stalls.max / 1e6 });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }
}

/** The file is written after the records. */
async function namedRuns(): Promise<readonly string[]> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '.';
  for (let tries = 0; tries < mostTries; tries += 1) {
    const text = await readFile(join(folder, 'traces.json'), 'utf8').catch(() => '');
    if (text.endsWith(']')) return JSON.parse(text) as readonly string[];
    await delay(100);
  }
  throw new Error('The records were not written.');
}
