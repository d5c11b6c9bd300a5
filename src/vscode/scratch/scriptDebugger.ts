// Debugs a script by VS Code's JavaScript debugger: asks first in a workspace, opens a sandbox for this one run, attaches the debugger to its process, and
// ends the run where the user ends the debugging.
import * as vscode from 'vscode';
import type { ScriptDebugging } from '../../engine/executeRequest.ts';
import type { Workbench } from '../../workbench/createWorkbench.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { debugNote, debugQuestion } from './debugWalls.ts';

const debuggers = ['ms-vscode.js-debug', 'ms-vscode.js-debug-nightly'];
const sessionType = 'pwa-node';
/** The sentence that was last said yes to. */
const allowedKey = 'debug.allowed';
/** The end of a process ends its debug session as well, and the result may come a moment after. */
const resultMs = 2_000;

/** Whether the JavaScript debugger is there; says what to do where it is not. */
export function hasDebugger(): boolean {
  if (debuggers.some((id) => vscode.extensions.getExtension(id))) return true;
  const show = 'Show Extension';
  const message = "Debugging needs VS Code's JavaScript Debugger, which is disabled or missing. Enable it, and debug the script again.";
  void vscode.window.showErrorMessage(message, show).then((chosen) => {
    if (chosen === show) void vscode.commands.executeCommand('workbench.extensions.search', '@builtin js-debug');
  });
  return false;
}

/** Asks whether to debug the script, once in a workspace; `end` hears that the user has ended it, or that it could not begin. undefined: it is not debugged. */
export async function prepareDebugging(editor: EditorEngine, parts: DebuggedScriptParts): Promise<DebuggedScript | undefined> {
  const debugged = new DebuggedScript(editor, parts);
  if (await debugged.isAllowed()) return debugged;
  await debugged[Symbol.asyncDispose]();
  return undefined;
}

interface DebuggedScriptParts {
  readonly script: vscode.Uri;
  /** `.code-mode/report.ts` */
  readonly name: string;
  readonly end: () => void;
  /** Keeps what was allowed in this workspace. */
  readonly kept: vscode.Memento;
}

class DebuggedScript implements AsyncDisposable {
  readonly #parts: DebuggedScriptParts;
  readonly #sandbox: ReturnType<Workbench['debugSandbox']>;
  /** By which the sessions of this run are known. */
  readonly #key = crypto.randomUUID();
  readonly #listening: vscode.Disposable;
  #note = '';
  #session: vscode.DebugSession | undefined;
  /** The process is gone, or the run over: what ends now, ends because of that. */
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(editor: EditorEngine, parts: DebuggedScriptParts) {
    this.#parts = parts;
    let isAttached = false;
    this.#sandbox = editor.workbench.debugSandbox((address) => {
      // One process was spoken of.
      if (isAttached) parts.end();
      else void this.#attach(address);
      isAttached = true;
    });
    this.#listening = vscode.Disposable.from(
      vscode.debug.onDidStartDebugSession((session) => {
        if (session.configuration['codeModeRun'] === this.#key) this.#session = session;
      }),
      vscode.debug.onDidTerminateDebugSession((session) => {
        if (session === this.#session) this.#timer = setTimeout(() => this.#parts.end(), resultMs);
      }),
      vscode.debug.registerDebugAdapterTrackerFactory(sessionType, {
        createDebugAdapterTracker: (session) => (this.#isOurs(session) ? this.#tracker() : undefined),
      }),
    );
  }

  get request(): ScriptDebugging {
    return { sandbox: this.#sandbox, url: this.#parts.script.toString(), note: this.#note };
  }

  async isAllowed(): Promise<boolean> {
    const status = await this.#sandbox.status();
    if (status.unavailable !== undefined) {
      void vscode.window.showErrorMessage(`The script cannot be debugged. ${status.unavailable}`);
      return false;
    }
    this.#note = debugNote(status);
    const { kept, name } = this.#parts;
    const detail = debugQuestion(status);
    // A sandbox that blocks less than the one that was allowed is asked for again.
    if (kept.get(allowedKey) === detail) return true;
    const yes = 'Debug';
    const options = { modal: true, detail: `${detail}\n\nThis is asked once in this workspace.` };
    if ((await vscode.window.showWarningMessage(`Debug ${name}?`, options, yes)) !== yes) return false;
    await kept.update(allowedKey, detail);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    const session = this.#session;
    await this.#sandbox.dispose();
    this.#listening.dispose();
    clearTimeout(this.#timer);
    // It ends by itself when its process is gone; a debugger that does not notice is stopped, in the background.
    if (session) void vscode.debug.stopDebugging(session).then(undefined, () => undefined);
  }

  async #attach(address: string): Promise<void> {
    const { script, name } = this.#parts;
    const folder = vscode.workspace.getWorkspaceFolder(script);
    const configuration = { ...attachTo(name, address), codeModeRun: this.#key };
    // Runs as it stands in the editor, saved or not.
    const started = await Promise.resolve(vscode.debug.startDebugging(folder, configuration, { suppressSaveBeforeStart: true })).catch(
      (error: unknown) => {
        void vscode.window.showErrorMessage(`The JavaScript debugger did not attach to ${name}: ${String(error)}`);
        return false;
      },
    );
    // VS Code has said why.
    if (!started && !this.#isOver) this.#parts.end();
  }

  /** The debugger has a session of its own for the process below the one that was started. */
  #isOurs(session: vscode.DebugSession | undefined): boolean {
    return session !== undefined && (session.configuration['codeModeRun'] === this.#key || this.#isOurs(session.parentSession));
  }

  /** A debugger that lets go of its process lets the script run on; who ends it before a write wants no write. */
  #tracker(): vscode.DebugAdapterTracker {
    return {
      onWillReceiveMessage: (message: { readonly type?: unknown; readonly command?: unknown }) => {
        const ends = message.type === 'request' && endings.has(message.command);
        if (ends && !this.#isOver) this.#parts.end();
      },
      onDidSendMessage: (message: { readonly type?: unknown; readonly event?: unknown }) => {
        if (message.type === 'event' && message.event === 'terminated') this.#isOver = true;
      },
    };
  }
}

/** Also by "Restart": there is nothing to attach to again. */
const endings: ReadonlySet<unknown> = new Set(['disconnect', 'terminate', 'restart']);

/** Options of the JavaScript debugger (its OPTIONS.md, "node: attach"). */
function attachTo(name: string, websocketAddress: string): vscode.DebugConfiguration {
  return {
    name,
    type: sessionType,
    request: 'attach',
    websocketAddress,
    continueOnAttach: true,
    attachExistingChildren: false,
    autoAttachChildProcesses: false,
    // Breakpoints are set when the script is there, before its first line runs; its map is in it.
    pauseForSourceMap: true,
    resolveSourceMapLocations: null,
    outFiles: [],
    enableContentValidation: false,
    // Node's, and what of ours is beside the script.
    skipFiles: ['<node_internals>/**', '**/code-mode-guest', 'code-mode-guest'],
    smartStep: true,
    restart: false,
    internalConsoleOptions: 'neverOpen',
  };
}
