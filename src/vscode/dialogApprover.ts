// Asks in a dialog before a script writes.
import * as vscode from 'vscode';
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../catalog/json.ts';
import type { Approval, Approver } from '../engine/approval.ts';

const MOST_DETAIL = 1_500;

export class DialogApprover implements Approver {
  approveRun(_code: string, writes: readonly CatalogTool[], signal: AbortSignal): Promise<Approval> {
    const list = writes.map((tool) => `• ${tool.path}`).join('\n');
    return ask('This script calls tools that can write. Run it?', list, 'Run', signal);
  }

  approveCall(tool: CatalogTool, input: JsonObject, signal: AbortSignal): Promise<Approval> {
    const detail = JSON.stringify(input, undefined, 2);
    return ask(`A running script wants to call ${tool.path}, which can write. Allow it for this run?`, detail, 'Allow', signal);
  }
}

async function ask(question: string, detail: string, yes: string, signal: AbortSignal): Promise<Approval> {
  if (signal.aborted) return { granted: false, reason: 'The run was cancelled.' };
  const shown = detail.length > MOST_DETAIL ? `${detail.slice(0, MOST_DETAIL)}…` : detail;
  const answer = Promise.resolve(vscode.window.showWarningMessage(question, { modal: true, detail: shown }, yes));
  // A dialog cannot be closed from here; a cancelled run does not wait for it.
  const cancelled = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
  const chosen = await Promise.race([answer, cancelled]);
  return chosen === yes ? { granted: true } : { granted: false, reason: 'The user did not allow it.' };
}
