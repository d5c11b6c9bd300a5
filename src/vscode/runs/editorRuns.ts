// Starts every run of this window, from a chat, an editor or a record. It shows each run in progress in the status bar,
// in the output channel and, if no chat or debugger shows it, in a notification. Nothing of a run is shown or written
// after its end.
import * as vscode from 'vscode';
import {
  bothObservers,
  type Approver,
  type ExecuteRequest,
  type RunObserver,
  type Engine,
  type RunOutcome,
} from '../../engine/index.ts';
import type { ResumeRequest } from '../../journal/index.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { plainLabel } from '../labelText.ts';
import { setPaletteKey } from '../paletteKeys.ts';
import { runIdOf } from './runArgument.ts';
import { TrackedRun, askingApprover } from './trackedRun.ts';
import { RunLog } from './runLog.ts';
import { RunNotification, type ShownNotification } from './runNotification.ts';
import { runsStatusItem } from './runsStatusItem.ts';
import { doingText, idle } from './liveTexts.ts';

/** Time until a run with a panel also gets a notification, in milliseconds; the panel may be hidden. */
const notificationMs = 5_000;
/** Maximum length of a tool's text for the user in a message, in characters. */
const longestMessage = 300;
/**
 * Maximum length of a result in the output channel, in characters. A chat shows its result itself; the user who runs a
 * script wants all of it.
 */
const longestResult = { chat: 5_000, script: 500_000 } as const;

interface ScriptOrigin {
  readonly script: string;
  /** File name for the positions of errors, if it differs from `script`. */
  readonly file?: string;
  /** True if a panel shows the run live. */
  readonly isShown?: boolean;
}

/** The parts of a request that this module adds to each run. */
type Tracked = 'approver' | 'observer' | 'signal';

/** The work of a run: a script, the rest of a recorded run, or the replay of one without calls to servers. */
export type RunWork =
  /** `engine`: an engine over other tools than those of the window. */
  | {
      readonly kind: 'script';
      readonly script: Omit<ExecuteRequest, Tracked>;
      readonly engine?: Pick<Engine, 'execute'>;
    }
  | {
      readonly kind: 'resume';
      readonly resume: Omit<ResumeRequest, Tracked> & { readonly inFlight?: unknown };
    }
  | { readonly kind: 'replay'; readonly run: string; readonly code?: string };

export interface RunRequest {
  /** The origin of the run: a chat, or a script with its name. */
  readonly from: 'chat' | ScriptOrigin;
  readonly work: RunWork;
  readonly approver: Approver;
  /** Aborts when the starter of the run cancels it. */
  readonly signal?: AbortSignal;
  /** Observes the run in addition to this module. */
  readonly observer?: RunObserver;
}

interface EditorRunsParts {
  readonly editor: EditorEngine;
  readonly output: vscode.OutputChannel;
  readonly globalState: vscode.Memento;
}

interface OpenRun {
  readonly state: TrackedRun;
  readonly cancel: () => void;
}

export class EditorRuns implements vscode.Disposable {
  readonly #parts: EditorRunsParts;
  readonly #open = new Map<number, OpenRun>();
  /** Functions that cancel runs which a chat shows in its own way, by the id of the record. */
  readonly #adopted = new Map<string, () => void>();
  readonly #item = runsStatusItem(() => [...this.#open.values()].map(({ state }) => state));
  #count = 0;
  #chats = 0;

  constructor(parts: EditorRunsParts) {
    this.#parts = parts;
  }

  /** Shows the run until its end and logs its outcome. Every failure is an outcome; a rejection is a bug. */
  async run({ from, work, approver, signal, observer }: RunRequest): Promise<RunOutcome> {
    const { editor, output, globalState } = this.#parts;
    const isChat = from === 'chat';
    const name = isChat ? `chat #${(this.#chats += 1)}` : from.script;
    const state = new TrackedRun((this.#count += 1), name, Date.now());
    const controller = new AbortController();
    const cancel = () => controller.abort();
    const log = new RunLog({
      name,
      ...(!isChat && { file: from.file ?? name }),
      startedAt: state.startedAt,
      append: (text) => output.append(text),
      hideSecrets: (text) => editor.servers.source.hideSecrets(text),
      longestResult: longestResult[isChat ? 'chat' : 'script'],
      isTrace: isChat,
      now: () => performance.now(),
    });
    this.#open.set(state.id, { state, cancel });
    // A name without a file is a title, which may contain a slash, so only the name of a file is shortened.
    const shortName = isChat || from.file === undefined ? name : name.slice(name.lastIndexOf('/') + 1);
    const isDebugged = work.kind === 'script' && work.script.debugging !== undefined;
    // There is no notification for a chat, whose input it would cover and which has a line and a Stop button, and none
    // for a debugged run, where it would cover the code at a breakpoint.
    const notification =
      isChat || isDebugged
        ? undefined
        : new RunNotification(state, {
            afterMs: from.isShown === true ? notificationMs : 0,
            show: () => progressNotification(state, vscode.l10n.t('Running {0}', shortName), cancel),
          });
    const changed = () => {
      if (!this.#open.has(state.id)) return;
      notification?.changed();
      this.#item.changed();
    };
    log.started();
    setPaletteKey(globalState, 'codeMode.hasRuns');
    this.#openChanged();
    const own = this.#observer(state, log, isChat, changed);
    try {
      const outcome = await this.#execute(work, {
        approver: askingApprover(approver, state, changed),
        signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
        observer: observer ? bothObservers(own, observer) : own,
      });
      this.#end(state, notification);
      log.ended(outcome);
      return outcome;
    } catch (error) {
      this.#end(state, notification);
      log.broke(error);
      throw error;
    }
  }

  /** Cancels the run with this number, record id or row of the view. Without an argument, the user chooses the run. */
  async cancel(given: unknown): Promise<void> {
    const recordId = runIdOf(given);
    this.#adopted.get(recordId ?? '')?.();
    const known = recordId === undefined ? undefined : this.#recorded(recordId);
    const run =
      typeof given === 'number' ? this.#open.get(given) : given === undefined ? await this.#choose() : known;
    run?.cancel();
  }

  /** True if the recorded run is in progress in this window. */
  isOpen(recordId: string): boolean {
    return this.#adopted.has(recordId) || this.#recorded(recordId) !== undefined;
  }

  /** Makes a recorded run that its chat shows cancellable. Returns a function to be called at the end of the run. */
  adopt(recordId: string, cancel: () => void): () => void {
    this.#adopted.set(recordId, cancel);
    return () => this.#adopted.delete(recordId);
  }

  showOutput(): void {
    this.#parts.output.show(true);
  }

  dispose(): void {
    for (const { cancel } of this.#open.values()) cancel();
    this.#item.dispose();
  }

  #execute(work: RunWork, tracked: Required<Pick<ExecuteRequest, Tracked>>): Promise<RunOutcome> {
    const { engine, runs } = this.#parts.editor;
    switch (work.kind) {
      case 'script':
        return (work.engine ?? engine).execute({ ...work.script, ...tracked });
      case 'resume':
        return runs.past.resume(engine, { ...work.resume, ...tracked });
      case 'replay': {
        const { observer, signal } = tracked;
        return runs.past.replay(engine, work.run, { code: work.code, observer, signal });
      }
    }
  }

  #observer(state: TrackedRun, log: RunLog, isChat: boolean, changed: () => void): RunObserver {
    /** Ignores events after the end of the run, because calls in flight may still report. */
    const whileOpen =
      <Event extends readonly unknown[]>(heard: (...event: Event) => void) =>
      (...event: Event): void => {
        if (!this.#open.has(state.id)) return;
        heard(...event);
        changed();
      };
    let toldUser = false;
    return {
      onRecorded: (id) => (state.recordId = id),
      ...(isChat && { onTitled: (title) => (state.title = title) }),
      onLog: whileOpen((entry) => log.console(entry)),
      onCallStarted: whileOpen(({ sequence, path }) => state.callStarted(sequence, path)),
      onCallEnded: whileOpen((record) => {
        state.callEnded(record);
        log.callEnded(record);
      }),
      onProgress: whileOpen((message, fraction, sequence) => {
        state.progress(message, fraction, sequence);
        log.progress(message, fraction);
      }),
      onForUser: whileOpen((path, text) => {
        log.forUser(path, text);
        // The panel or output of a script is open beside it and shows these texts. A chat shows only the first text in
        // a message; the output has all of them.
        if (isChat && !toldUser) void this.#tellUser(path, text);
        toldUser = true;
      }),
    };
  }

  async #tellUser(path: string, text: string): Promise<void> {
    const show = vscode.l10n.t('Show Output');
    const message = plainLabel(`${visibleName(path)}: ${shownLine(text, longestMessage)}`);
    if ((await vscode.window.showInformationMessage(message, show)) === show) this.showOutput();
  }

  async #choose(): Promise<OpenRun | undefined> {
    const runs = [...this.#open.values()];
    if (runs.length < 2) {
      if (runs.length === 0)
        void vscode.window.showInformationMessage(vscode.l10n.t('No script is running.'));
      return runs[0];
    }
    const items = runs.map((run) => ({
      label: plainLabel(run.state.title ?? run.state.name),
      description: plainLabel(shownLine(doingText(run.state))),
      run,
    }));
    const options = { title: vscode.l10n.t('Cancel Run'), placeHolder: vscode.l10n.t('Which run?') };
    return (await vscode.window.showQuickPick(items, options))?.run;
  }

  #recorded(recordId: string): OpenRun | undefined {
    return [...this.#open.values()].find(({ state }) => state.recordId === recordId);
  }

  #end(state: TrackedRun, notification: RunNotification | undefined): void {
    this.#open.delete(state.id);
    notification?.[Symbol.dispose]();
    this.#openChanged();
  }

  #openChanged(): void {
    this.#item.changed();
    void vscode.commands.executeCommand('setContext', 'codeMode.isRunning', this.#open.size > 0);
  }
}

/**
 * Shows the notification of a long run: the present work, the progress and a button that cancels the run. `title`: for
 * instance `Running report.ts`.
 */
function progressNotification(run: TrackedRun, title: string, onCancel: () => void): ShownNotification {
  const closed = Promise.withResolvers<undefined>();
  let progress: vscode.Progress<{ message?: string; increment?: number }> | undefined;
  let shown = '';
  /** Percentage of the bar, from 0 to 100. It only grows, and only by the script's own reports. */
  let percent = 0;
  const update = () => {
    if (!progress) return;
    const doing = doingText(run);
    const message = doing === idle ? '' : plainLabel(shownLine(doing));
    const increment = Math.max(0, Math.round((run.said?.fraction ?? 0) * 100) - percent);
    if (message === shown && increment === 0) return;
    progress.report({ message, ...(increment > 0 && { increment }) });
    shown = message;
    percent += increment;
  };
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: plainLabel(title),
    cancellable: true,
  };
  void vscode.window.withProgress(options, async (given, token) => {
    progress = given;
    const listening = token.onCancellationRequested(onCancel);
    update();
    await closed.promise;
    listening.dispose();
  });
  return { update, close: () => closed.resolve(undefined) };
}
