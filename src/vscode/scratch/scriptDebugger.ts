// Debugs a script with VS Code's JavaScript debugger: it asks for permission once per workspace, opens a sandbox for
// this run, attaches the debugger to the sandbox process, and ends the run when the user ends the debugging.
import * as vscode from 'vscode';
import type { ScriptDebugging } from '../../engine/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { debugNote, debugQuestion } from './debugWalls.ts';

const debuggers = ['ms-vscode.js-debug', 'ms-vscode.js-debug-nightly'];
const sessionType = 'pwa-node';
/** Memento key of the sentence that the user last agreed to. */
const allowedKey = 'debug.allowed';
/** Time to wait for the result in milliseconds: it may arrive a moment after the process and the session have ended. */
const resultMs = 2_000;

/** True if the JavaScript debugger is available; otherwise a message offers to enable it. */
export function hasDebugger(): boolean {
  if (debuggers.some((id) => vscode.extensions.getExtension(id))) return true;
  const show = vscode.l10n.t('Show Extension');
  const message = vscode.l10n.t(
    "Debugging needs VS Code's JavaScript Debugger, which is disabled or missing. Enable it, and debug the script again.",
  );
  void vscode.window.showErrorMessage(message, show).then((chosen) => {
    if (chosen === show)
      void vscode.commands.executeCommand('workbench.extensions.search', '@builtin js-debug');
  });
  return false;
}

interface DebuggedScriptParts {
  readonly script: vscode.Uri;
  /** Name of the script, for instance `.code-mode/report.ts`. */
  readonly name: string;
  /** Called when the user ends the debugging or it could not begin. */
  readonly end: () => void;
  /** Stores the permission of this workspace. */
  readonly kept: vscode.Memento;
}

/** The debugging of one run, from the question about it until the process has ended. */
export class DebuggedScript implements AsyncDisposable {
  readonly #parts: DebuggedScriptParts;
  readonly #sandbox: ReturnType<Workbench['debugSandbox']>;
  /** Identifies the debug sessions of this run. */
  readonly #key = crypto.randomUUID();
  readonly #listening: vscode.Disposable;
  #note = '';
  #session: vscode.DebugSession | undefined;
  /** True once the process or the run has ended; later events are consequences of that end. */
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(editor: EditorEngine, parts: DebuggedScriptParts) {
    this.#parts = parts;
    let isAttached = false;
    this.#sandbox = editor.workbench.debugSandbox((address) => {
      // The question was about one process, so a second one ends the run.
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

  /** Asks for permission to debug the script, once per workspace. */
  async isAllowed(): Promise<boolean> {
    const status = await this.#sandbox.status();
    if (status.unavailable !== undefined) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The script cannot be debugged. {0}', status.unavailable),
      );
      return false;
    }
    this.#note = debugNote(status);
    const { kept, name } = this.#parts;
    const detail = debugQuestion(status);
    // The question comes again if the sandbox blocks less than the one that the user agreed to.
    if (kept.get(allowedKey) === detail) return true;
    const yes = vscode.l10n.t('Debug');
    const options = {
      modal: true,
      detail: vscode.l10n.t('{0}\n\nThis is asked once in this workspace.', detail),
    };
    if ((await vscode.window.showWarningMessage(vscode.l10n.t('Debug {0}?', name), options, yes)) !== yes)
      return false;
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
    // The session ends by itself when its process has ended. A debugger that does not notice this is stopped in the
    // background.
    if (session) void vscode.debug.stopDebugging(session).then(undefined, () => undefined);
  }

  async #attach(address: string): Promise<void> {
    const { script, name } = this.#parts;
    const folder = vscode.workspace.getWorkspaceFolder(script);
    const configuration = { ...attachTo(name, address), codeModeRun: this.#key };
    // The script runs as its editor has it, saved or not.
    const started = await Promise.resolve(
      vscode.debug.startDebugging(folder, configuration, { suppressSaveBeforeStart: true }),
    ).catch((error: unknown) => {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The JavaScript debugger did not attach to {0}: {1}', name, String(error)),
      );
      return false;
    });
    // VS Code has shown the reason.
    if (!started && !this.#isOver) this.#parts.end();
  }

  /** True for the session of this run and its child sessions: the debugger opens one for the process. */
  #isOurs(session: vscode.DebugSession | undefined): boolean {
    return (
      session !== undefined &&
      (session.configuration['codeModeRun'] === this.#key || this.#isOurs(session.parentSession))
    );
  }

  /**
   * Ends the run when the debugger lets go of the process. The process would run on without it, but a user who ends the
   * debugging before a write wants no write.
   */
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

/** Requests that end the debugging. `restart` is one of them, because the run leaves nothing to attach to again. */
const endings: ReadonlySet<unknown> = new Set(['disconnect', 'terminate', 'restart']);

/** Returns options of the JavaScript debugger (its OPTIONS.md, "node: attach"). */
function attachTo(name: string, websocketAddress: string): vscode.DebugConfiguration {
  return {
    name,
    type: sessionType,
    request: 'attach',
    websocketAddress,
    continueOnAttach: true,
    attachExistingChildren: false,
    autoAttachChildProcesses: false,
    // The debugger sets breakpoints when the script is loaded, before its first line runs. The script contains its
    // source map.
    pauseForSourceMap: true,
    resolveSourceMapLocations: null,
    outFiles: [],
    enableContentValidation: false,
    // The debugger skips the files of Node and the code of Code Mode beside the script.
    skipFiles: ['<node_internals>/**', '**/code-mode-guest', 'code-mode-guest'],
    smartStep: true,
    restart: false,
    internalConsoleOptions: 'neverOpen',
  };
}
