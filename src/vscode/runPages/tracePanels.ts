// The traces that are open: one tab a run, which comes back with its window.
import * as vscode from 'vscode';
import { isObject, isString } from '../../base/guards.ts';
import { isRunId } from '../../runs/runId.ts';
import { TracePanel, type TracePanelParts } from './tracePanel.ts';

const tracePanelType = 'codeMode.trace';

const isKept = isObject({ run: isString });

export class TracePanels implements vscode.Disposable {
  readonly #parts: TracePanelParts;
  readonly #open = new Map<string, TracePanel>();

  constructor(parts: TracePanelParts) {
    this.#parts = parts;
  }

  /** `preserveFocus`: of a run that began just now and may ask the user something, whose keys are for that. */
  open(id: string, { preserveFocus = false } = {}): void {
    const open = this.#open.get(id);
    if (open) open.reveal(preserveFocus);
    else this.#add(vscode.window.createWebviewPanel(tracePanelType, 'Run', { viewColumn: vscode.ViewColumn.Active, preserveFocus }), id);
  }

  /** `state`: what the trace kept, as VS Code gives it back. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const id = isKept(state) && isRunId(state.run) ? state.run : undefined;
    if (id === undefined || this.#open.has(id)) panel.dispose();
    else this.#add(panel, id);
  }

  dispose(): void {
    for (const panel of this.#open.values()) panel.dispose();
  }

  #add(panel: vscode.WebviewPanel, id: string): void {
    this.#open.set(id, new TracePanel(this.#parts, panel, id, () => this.#open.delete(id)));
  }
}
