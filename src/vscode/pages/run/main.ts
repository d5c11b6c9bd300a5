// The page about a run: combines its parts and passes messages. It draws the data that the extension sends about the
// shown run, and requests values when they come into view.
import '../base/translations.ts';
import * as l10n from '@vscode/l10n';
import { element } from '../base/dom.ts';
import { Tabs } from '../base/tabs.ts';
import { CallsPane } from './callsPane.ts';
import { Channel } from './channel.ts';
import { CodePane } from './codePane.ts';
import { ConsolePane } from './consolePane.ts';
import { DisplayedPane } from './displayedPane.ts';
import { Head } from './head.ts';
import { forRun, isKeptPage, isTab, type KeptPage } from './keptPage.ts';
import type { RunHead, ToPage } from './runMessages.ts';
import { ValuePane } from './valuePane.ts';
import { ValueTree } from './valueTree.ts';

class RunPage {
  readonly #channel = new Channel((message) => this.#heard(message));
  #kept: KeptPage = isKeptPage(this.#channel.state) ? this.#channel.state : { page: '' };
  readonly #runs = element('select', { class: 'select', aria: { label: l10n.t('Run') } });
  readonly #head = new Head(this.#channel, this.#runs, (line, column) => this.#goTo(line, column));
  readonly #value = new ValuePane({
    channel: this.#channel,
    view: this.#kept.view,
    onView: (view) => this.#keep({ view }),
    table: () => this.#kept.shown?.table,
    onTable: ({ n }, table) => {
      // The filter is applied after a short delay, and another run may be shown by then.
      if (n === this.#drawn) this.#keepShown({ table });
    },
    onMedia: (source, media, isAll) => {
      this.#displayed.putOfResult(source, media);
      this.#countAll();
      if (isAll && this.#isOfFile && !this.#isChosen) this.#tabs.show('displayed');
    },
  });
  readonly #displayed = new DisplayedPane(this.#channel);
  readonly #code = new CodePane((calls) => {
    const next = calls[calls.indexOf(this.#calls.selected) + 1] ?? calls[0];
    if (next === undefined) return;
    this.#tabs.choose('calls');
    void this.#calls.select(next);
  });
  readonly #calls: CallsPane = new CallsPane({
    channel: this.#channel,
    onLines: (calls) => this.#code.setCalls(calls),
    onSelected: (lines) => this.#code.mark(lines),
    onShowCode: () => this.#tabs.choose('code'),
    width: this.#kept.width ?? 58,
    onWidth: (width) => this.#keep({ width }),
  });
  readonly #arguments = new ValueTree('arguments', l10n.t('Arguments'), this.#channel);
  readonly #console = new ConsolePane(this.#channel, (line) => this.#goTo(line));
  readonly #tabs = new Tabs(
    l10n.t('Parts of the run'),
    [
      { id: 'result', label: l10n.t('Result'), panel: this.#value.element },
      { id: 'displayed', label: l10n.t('Displayed'), panel: this.#displayed.element },
      { id: 'calls', label: l10n.t('Calls'), panel: this.#calls.element },
      {
        id: 'code',
        label: l10n.t('Code'),
        panel: element('div', { class: 'code-and-arguments' }, [this.#code.element, this.#arguments.element]),
      },
      { id: 'console', label: l10n.t('Console'), panel: this.#console.element },
    ],
    (tab) => {
      this.#isChosen = true;
      if (isTab(tab)) this.#keepShown({ tab });
    },
  );
  #listed: readonly number[] = [];
  /** Number of the run whose value is drawn; 0 if no value is drawn. */
  #drawn = 0;
  /** True if the user chose a tab since the run was shown, or before the page was hidden. */
  #isChosen = false;
  #isOfFile = true;
  #hasHead = false;

  constructor() {
    this.#arguments.element.hidden = true;
    this.#runs.addEventListener('change', () => {
      const run = this.#listed[this.#runs.selectedIndex];
      if (run !== undefined) this.#channel.post({ type: 'show', run });
    });
    document.body.append(this.#head.element, element('main', {}, [this.#tabs.element]));
    this.#channel.post({ type: 'ready' });
  }

  #keep(changes: Partial<KeptPage>): void {
    this.#kept = { ...this.#kept, ...changes };
    this.#channel.state = this.#kept;
  }

  #keepShown(changes: Partial<KeptPage['shown']>): void {
    if (this.#kept.shown) this.#keep({ shown: { ...this.#kept.shown, ...changes } });
  }

  /** Goes to a line in the editor, or in the recorded code. */
  #goTo(line: number, column?: number): void {
    if (this.#isOfFile) this.#channel.post({ type: 'line', line, ...(column !== undefined && { column }) });
    else {
      this.#tabs.choose('code');
      this.#code.show(line);
    }
  }

  #heard(message: ToPage): void {
    if (message.type === 'begin') this.#begin(message.startedAt);
    else if (message.type === 'head') this.#showHead(message.head);
    else if (message.type === 'code') this.#code.setCode(message.lines);
    else if (message.type === 'frame') this.#calls.setFrame(message.frame);
    else if (message.type === 'entries') this.#console.put(message.from, message.entries);
    else if (message.type === 'bars') this.#calls.put(message.bars);
    else if (message.type === 'displays') this.#displayed.put(message.from, message.displays);
    this.#countAll();
  }

  #begin(startedAt: number): void {
    this.#drawn = 0;
    this.#hasHead = false;
    this.#keep(forRun(this.#kept, startedAt));
    this.#isChosen = this.#kept.shown?.tab !== undefined;
    this.#console.clear();
    this.#calls.clear();
    this.#displayed.clear();
    this.#arguments.element.hidden = true;
    this.#code.setCode([]);
  }

  #showHead(head: RunHead): void {
    this.#head.show(head);
    if (head.page !== this.#kept.page) this.#keep({ page: head.page });
    this.#isOfFile = head.isOfFile;
    if (!this.#hasHead) this.#showFirst(head);
    this.#listed = head.runs.map(({ run }) => run);
    this.#runs.hidden = head.runs.length < 2;
    this.#runs.replaceChildren(
      ...head.runs.map(({ label, isPinned }) =>
        element('option', { text: isPinned ? l10n.t('Pinned: {0}', label) : label }),
      ),
    );
    this.#runs.selectedIndex = this.#listed.indexOf(head.run);
    this.#code.setErrors(
      new Map(
        head.errors.flatMap(({ line, message }) => (line === undefined ? [] : [[line, message] as const])),
      ),
    );
    if (!head.hasValue) {
      this.#value.none(head.noValue);
      const isOver = head.tone !== 'busy';
      // A finished run without a value shows the tab that has something to show.
      if (isOver && head.isOfFile && !this.#isChosen)
        this.#tabs.show(
          this.#displayed.count > 0 ? 'displayed' : this.#console.count > 0 ? 'console' : 'result',
        );
    } else if (this.#drawn !== head.run) {
      this.#drawn = head.run;
      void this.#value.show({ of: 'value', n: head.run });
    }
  }

  /** Draws the parts that do not change during the run. */
  #showFirst(head: RunHead): void {
    this.#hasHead = true;
    this.#tabs.show(this.#kept.shown?.tab ?? (head.isOfFile ? 'result' : 'calls'));
    this.#arguments.element.hidden = !head.hasArgs;
    if (head.hasArgs) void this.#arguments.show([{ name: 'codemode.args', source: { of: 'args', n: 0 } }]);
  }

  #countAll(): void {
    this.#tabs.rename('displayed', counted(l10n.t('Displayed'), this.#displayed.count));
    this.#tabs.rename('console', counted(l10n.t('Console'), this.#console.count));
    this.#tabs.rename('calls', counted(l10n.t('Calls'), this.#calls.count));
  }
}

function counted(label: string, count: number): string {
  return count === 0 ? label : `${label} (${count.toLocaleString()})`;
}

new RunPage();
