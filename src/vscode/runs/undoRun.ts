// Opens the script that reverses what a run wrote, to be read: nothing is run.
import * as vscode from 'vscode';
import type { RunRecord } from '../../runs/runRecord.ts';
import { reversedText } from '../../runs/undo/undoScript.ts';
import { whileCancellable } from '../cancellation.ts';
import type { EditorEngine } from '../editorEngine.ts';
import type { ScratchScripts } from '../scratch/scratchScripts.ts';
import { titleOf } from '../trace/traceTexts.ts';

interface UndoParts {
  readonly editor: Pick<EditorEngine, 'engine' | 'runs'>;
  readonly newScript: ScratchScripts['create'];
}

/** Starts the servers that the run wrote to, to see which tools they have now. */
export async function undoRun({ editor: { engine, runs }, newScript }: UndoParts, run: RunRecord): Promise<void> {
  const undo = await whileCancellable('Listing the tools that reverse the run', (signal) =>
    runs.past.undo(engine, run.id, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return undefined;
    }),
  );
  if (!undo) return;
  // Nothing waits for the message, nor it for the declarations beside the script.
  void vscode.window.showInformationMessage(undo.ok ? `${reversedText(undo)} before you run it.` : undo.problem);
  if (undo.ok) await newScript({ code: undo.code, name: `undo ${titleOf(run)}` });
}
