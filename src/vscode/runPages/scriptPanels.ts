// Manages the pages of scripts: one page per script, beside its editor, with the results of its last runs and the
// pinned ones. A page is restored with its window.
import * as vscode from 'vscode';
import { commentText, whyNoValue, type HeldValue } from '../../journal/values/index.ts';
import type { RunRecord, RunStore } from '../../journal/index.ts';
import { localClock } from '../../base/text/localTime.ts';
import { isObject, isString } from '../../base/guards.ts';
import { isPanelAction, type PanelAction } from '../pages/run/runMessages.ts';
import { plainLabel } from '../labelText.ts';
import { exists } from '../workspace/scratchFolder.ts';
import { isScript, scriptPath } from '../workspace/scriptName.ts';
import { newestOfScript } from '../runs/runArgument.ts';
import { labelOf, notDoneText, scriptHead, type PanelWork } from './pageTexts.ts';
import { RunPanel, type RunPanelParts } from './runPanel.ts';
import { ShownRun, type RunOf } from './shownRun.ts';

const panelType = 'codeMode.result';

const isKept = isObject({ page: isString });
const scheme = 'code-mode-result';
/** Maximum lines and characters of an inserted comment. */
const [mostLines, mostCharacters] = [200, 40_000] as const;
/** Maximum number of recorded runs offered for a comparison. */
const mostOffered = 20;

interface ScriptPanelsParts extends Pick<RunPanelParts, 'extensionUri' | 'values' | 'named' | 'log'> {
  readonly runs: Pick<RunStore, 'read' | 'list' | 'value'>;
  readonly run: (script: vscode.Uri) => Promise<void>;
  readonly stop: (script: vscode.Uri) => void;
  readonly replay: (script: vscode.Uri, record: string) => Promise<void>;
  readonly showOutput: () => void;
}

export class ScriptPanels implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #parts: ScriptPanelsParts;
  readonly #open = new Map<string, RunPanel>();
  readonly #documents: vscode.Disposable;
  readonly #closing = new AbortController();
  /** The values that open documents show, by the path of the document. */
  readonly #shown = new Map<string, HeldValue>();
  #count = 0;

  constructor(parts: ScriptPanelsParts) {
    this.#parts = parts;
    this.#documents = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#shown.delete(uri.path);
      }),
    );
  }

  /** Adds a run that begins now with this code to the script's panel, which is created if needed, and shows it. */
  begin(script: vscode.Uri, of: RunOf, code: string): ShownRun {
    const key = script.toString();
    const run = new ShownRun((this.#count += 1), { startedAt: Date.now(), of, code }, () =>
      this.#open.get(key)?.changed(),
    );
    if (!this.show(script)) {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.#add(vscode.window.createWebviewPanel(panelType, vscode.l10n.t('Result'), place), script);
    }
    this.#open.get(key)?.add(run);
    return run;
  }

  /** Shows the script's panel; returns true if there is one. */
  show(script: vscode.Uri): boolean {
    const panel = this.#open.get(script.toString());
    panel?.reveal({ preserveFocus: true });
    return panel !== undefined;
  }

  /**
   * Restores a page with the script's last run, as far as it was recorded. `state`: the state that the page stored, as
   * VS Code returns it.
   */
  async restore(webview: vscode.WebviewPanel, state: unknown): Promise<void> {
    const script = isKept(state) ? vscode.Uri.parse(state.page) : undefined;
    if (!script || !isScript(script) || this.#open.has(script.toString())) {
      webview.dispose();
      return;
    }
    const panel = this.#add(webview, script);
    const id = await newestOfScript(this.#parts.runs, scriptPath(script));
    const record = id === undefined ? undefined : await this.#parts.runs.read(id);
    const run = record && (await this.#taken(record, () => panel.changed()));
    // While the record was read, the user may have closed the panel or the script may have run again.
    if (panel.runs.length > 0 || this.#open.get(script.toString()) !== panel) return;
    if (run) panel.add(run);
    else webview.dispose();
  }

  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
    const value = this.#shown.get(path);
    if (!value) return vscode.l10n.t('// This result is no longer there.\n');
    const answer = await this.#parts.values.ask(value, { kind: 'json' }, this.#closing.signal);
    return answer.kind === 'text' ? `${answer.text}\n` : `// ${whyNoValue(answer)}\n`;
  }

  dispose(): void {
    this.#closing.abort();
    this.#documents.dispose();
    for (const panel of this.#open.values()) panel.dispose();
  }

  /** Loads a recorded run. A run in progress is shown as interrupted, because the panel does not follow it. */
  async #taken(record: RunRecord, onChange: () => void): Promise<ShownRun> {
    const run = new ShownRun((this.#count += 1), { startedAt: record.startedAt }, onChange);
    const over = record.state === 'running' ? { ...record, state: 'interrupted' as const } : record;
    await run.take(over, (value, query) => this.#parts.values.ask(value, query, this.#closing.signal));
    return run;
  }

  #add(webview: vscode.WebviewPanel, script: vscode.Uri): RunPanel {
    const key = script.toString();
    const title = scriptPath(script);
    const parts: RunPanelParts = {
      ...this.#parts,
      file: script,
      headOf: (run, all) => scriptHead(run, { script: key, title, runs: all }),
      act: (action, run, others) => {
        if (isPanelAction(action))
          this.#act(action, script, run, others).catch((error: unknown) =>
            this.#notDone(action, script, error),
          );
      },
      goTo: (line, column) =>
        goTo(script, line, column).catch((error: unknown) => this.#notDone('line', script, error)),
    };
    const panel = new RunPanel(parts, webview, () => this.#open.delete(key));
    panel.title = plainLabel(vscode.l10n.t('Result: {0}', script.path.split('/').at(-1) ?? ''));
    this.#open.set(key, panel);
    return panel;
  }

  async #act(
    action: Exclude<PanelAction, 'pin' | 'unpin'>,
    script: vscode.Uri,
    run: ShownRun,
    others: readonly ShownRun[],
  ): Promise<void> {
    const { recordId } = run;
    switch (action) {
      case 'run':
        return this.#parts.run(script);
      case 'stop':
        this.#parts.stop(script);
        return;
      case 'showOutput':
        this.#parts.showOutput();
        return;
      case 'replay':
        if (recordId !== undefined) await this.#parts.replay(script, recordId);
        return;
      case 'compare':
        return this.#compare(script, run, others);
      case 'openInEditor':
        if (run.value)
          await vscode.window.showTextDocument(this.#documentOf(run), {
            viewColumn: vscode.ViewColumn.Active,
          });
        return;
      case 'insertComment':
        return this.#insertComment(script, run);
    }
  }

  async #notDone(work: PanelWork, script: vscode.Uri, error: unknown): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#parts.log(`${work}: ${String(error)}`);
    const text = notDoneText(work, { script: scriptPath(script), isThere: await exists(script), error });
    void vscode.window.showErrorMessage(plainLabel(text));
  }

  /** Opens VS Code's diff editor with the earlier result on the left. */
  async #compare(script: vscode.Uri, run: ShownRun, others: readonly ShownRun[]): Promise<void> {
    const other = await this.#otherRun(script, run, others);
    if (!other?.value || !run.value) return;
    const [before, after] = [run, other].sort((one, two) => one.startedAt - two.startedAt);
    if (!before || !after) return;
    const name = script.path.split('/').at(-1) ?? 'script';
    const title = `${name}: ${localClock(before.startedAt)} ↔ ${localClock(after.startedAt)}`;
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#documentOf(before),
      this.#documentOf(after),
      title,
    );
  }

  /**
   * Returns the only other run of the panel with a result. If there are several or none, the user chooses among them
   * and the recorded runs.
   */
  async #otherRun(script: vscode.Uri, run: ShownRun, others: readonly ShownRun[]) {
    const here = others.filter(({ value }) => value !== undefined);
    if (here.length === 1) return here[0];
    const name = scriptPath(script);
    const known = new Set([run, ...others].map(({ recordId }) => recordId));
    const recorded = (await this.#parts.runs.list())
      .filter(
        (one) => one.door === 'script' && one.name === name && one.state === 'done' && !known.has(one.id),
      )
      .slice(0, mostOffered);
    const items: (vscode.QuickPickItem & { readonly one?: ShownRun; readonly id?: string })[] = [
      ...here.toReversed().map((one) => ({
        label: labelOf(one),
        description: one.isPinned ? 'pinned' : '',
        one,
      })),
      ...recorded.map(({ id, startedAt }) => ({
        label: new Date(startedAt).toLocaleString(),
        description: 'recorded',
        id,
      })),
    ];
    if (items.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'There is no other result of this script to compare with. Run it again, or pin a result.',
        ),
      );
      return undefined;
    }
    const chosen = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Compare Results'),
      placeHolder: vscode.l10n.t('Compare with which result?'),
    });
    if (chosen?.id === undefined) return chosen?.one;
    const record = await this.#parts.runs.read(chosen.id);
    return record && this.#taken({ ...record, output: [] }, () => undefined);
  }

  #documentOf(run: ShownRun): vscode.Uri {
    const path = `/${run.number}/result.json`;
    if (run.value) this.#shown.set(path, run.value);
    return vscode.Uri.from({ scheme, path });
  }

  /** Inserts the result as a comment below the script's last line. */
  async #insertComment(script: vscode.Uri, run: ShownRun): Promise<void> {
    if (!run.value) return;
    const answer = await this.#parts.values.ask(
      run.value,
      { kind: 'text', path: [], most: mostCharacters + 1 },
      this.#closing.signal,
    );
    if (answer.kind !== 'text') {
      void vscode.window.showErrorMessage(vscode.l10n.t('Nothing was inserted. {0}', whyNoValue(answer)));
      return;
    }
    const isCut = answer.text.length > mostCharacters;
    const text = isCut
      ? vscode.l10n.t('{0}\n… the rest is left out', answer.text.slice(0, mostCharacters).toWellFormed())
      : answer.text;
    const document = await vscode.workspace.openTextDocument(script);
    const end = document.lineAt(document.lineCount - 1).range.end;
    const comment = commentText(
      vscode.l10n.t('Result of {0}:', new Date(run.startedAt).toLocaleString()),
      text,
      mostLines,
    );
    const edit = new vscode.WorkspaceEdit();
    edit.insert(script, end, `${end.character === 0 ? '' : '\n'}\n${comment}\n`);
    if (!(await vscode.workspace.applyEdit(edit)))
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The comment was not inserted: the script cannot be changed.'),
      );
  }
}

/** Shows the position in the column of the script's open editor, if there is one. */
async function goTo(script: vscode.Uri, line: number, column = 1): Promise<void> {
  const known = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === script.toString(),
    ),
  );
  const document = await vscode.workspace.openTextDocument(script);
  const at = document.validatePosition(new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1)));
  const viewColumn = known?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(document, { viewColumn, selection: new vscode.Range(at, at) });
}
