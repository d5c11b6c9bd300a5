// Tells the user once about a server that was not ready in time, and offers to wait longer: a first start may have to
// download a program.
import * as vscode from 'vscode';
import type { ServerInfo } from '../../catalog/index.ts';
import { defaultTimings, type McpToolSource } from '../../mcp/index.ts';
import { whileCancellable } from '../cancellation.ts';
import { plainLabel } from '../labelText.ts';
import type { ServerLogs } from './serverLogs.ts';

const patientMinutes = 5;

/** Returns a function that reports the servers that are newly slow among the given ones. */
export function slowStarts(
  source: McpToolSource,
  logs: ServerLogs,
): (servers: readonly ServerInfo[]) => void {
  /** The servers whose last slow start was reported. */
  let told: ReadonlySet<string> = new Set();
  const offer = async (name: string) => {
    const seconds = defaultTimings.startMs / 1_000;
    const text = plainLabel(
      vscode.l10n.t(
        '{0} did not start within {1} seconds. A first start may have to download its program.',
        name,
        seconds,
      ),
    );
    const [wait, show] = [vscode.l10n.t('Wait Longer'), vscode.l10n.t('Show Output')];
    const chosen = await vscode.window.showWarningMessage(text, wait, show);
    if (chosen === show) logs.show(name);
    if (chosen !== wait) return;
    const title = plainLabel(vscode.l10n.t('Starting {0}, for up to {1} minutes', name, patientMinutes));
    await whileCancellable(title, async (signal) => {
      signal.addEventListener('abort', () => void source.stopServer(name));
      await source.startServer(name, patientMinutes * 60_000);
    });
  };
  return (servers) => {
    const slow = servers.flatMap(({ name, isSlow }) => (isSlow ? [name] : []));
    for (const name of slow) if (!told.has(name)) void offer(name);
    told = new Set(slow);
  };
}
