// The result panel of a script: puts its parts together and passes messages. It draws what the extension sends of the run that is shown, and asks for
// values where they come into view.
import { Channel } from '../base/channel.ts';
import { ConsolePane } from '../base/consolePane.ts';
import { element } from '../base/dom.ts';
import { Head, type HeadActions } from '../base/head.ts';
import { Tabs } from '../base/tabs.ts';
import { valueReader } from '../base/valueReader.ts';
import { ValueTree, type ValueReader } from '../base/valueTree.ts';
import { CallsPane } from './callsPane.ts';
import { DisplayedPane } from './displayedPane.ts';
import { forRun, isKeptResult, isTab, type KeptResult } from './keptResult.ts';
import type { MediaReader } from './mediaView.ts';
import { isToResult, type FromResult, type ResultAction, type ResultHead, type ToResult } from './resultMessages.ts';
import type { TableReader } from './tablePane.ts';
import { ValuePane } from './valuePane.ts';

const actions: HeadActions<ResultAction> = {
  stop: { icon: 'stop', label: 'Stop', primary: true },
  run: { icon: 'play', label: 'Run', primary: true },
  replay: { icon: 'replay', label: 'Replay', bare: true },
  pin: { icon: 'pin', label: 'Pin', bare: true },
  unpin: { icon: 'pin', label: 'Unpin', bare: true },
  compare: { icon: 'compare', label: 'Compare…', bare: true },
  openInEditor: { icon: 'code', label: 'Open in Editor', bare: true },
  insertComment: { icon: 'comment', label: 'Insert as Comment', bare: true },
  openTrace: { icon: 'trace', label: 'Open Trace', bare: true },
  showOutput: { icon: 'output', label: 'Show Output', bare: true },
};

class ResultView {
  readonly #channel = new Channel<FromResult, ToResult>(isToResult, (message) => this.#heard(message));
  readonly #reader: ValueReader & TableReader & MediaReader = {
    ...valueReader(this.#channel),
    tablePage: (source, path, order, from) => this.#channel.ask({ type: 'table', source, path, from, ...order }, 'table'),
    copyTable: (source, path, order, format) => this.#channel.post({ type: 'copyTable', source, path, ...order, format }),
    saveTable: (source, path, order) => this.#channel.post({ type: 'save', source, path, ...order, format: 'table' }),
    media: (source, path) => this.#channel.ask({ type: 'media', source, path }, 'media'),
    saveValue: (source, path) => this.#channel.post({ type: 'save', source, path, filter: '', format: 'value' }),
  };
  #kept: KeptResult = isKeptResult(this.#channel.state) ? this.#channel.state : { script: '' };
  readonly #runs = element('select', { class: 'select', aria: { label: 'Run' } });
  readonly #head = new Head<ResultAction>(
    actions,
    {
      onAction: (action) => this.#channel.post({ type: 'action', action }),
      onLine: (line, column) => this.#channel.post({ type: 'line', line, ...(column !== undefined && { column }) }),
    },
    [this.#runs],
  );
  readonly #value = new ValuePane({
    reader: this.#reader,
    shape: (source) => this.#channel.ask({ type: 'shape', source }, 'shape'),
    text: (source) => this.#channel.ask({ type: 'text', source }, 'text'),
    save: (source) => this.#reader.saveValue(source, []),
    onView: (view) => this.#keep({ view }),
    table: () => this.#kept.shown?.table,
    onTable: ({ n }, table) => {
      // A filter that is typed takes a moment, in which another run may come.
      if (n === this.#drawn) this.#keepShown({ table });
    },
    onMedia: (source, media, isAll) => {
      this.#displayed.putOfResult(source, media);
      this.#countDisplayed();
      if (isAll && !this.#isChosen) this.#tabs.show('displayed');
    },
  });
  readonly #displayedValue = new ValueTree('displayed-value', 'Displayed value', this.#reader);
  readonly #displayed = new DisplayedPane(this.#reader, (source, name) => {
    this.#displayedValue.element.hidden = false;
    void this.#displayedValue.show([{ name, source }]);
  });
  readonly #console = new ConsolePane(this.#reader, (line) => this.#channel.post({ type: 'line', line }));
  readonly #calls = new CallsPane(this.#reader, (call) => this.#channel.ask({ type: 'call', call }, 'call'));
  readonly #tabs = new Tabs(
    'Parts of the result',
    [
      { id: 'result', label: 'Result', panel: this.#value.element },
      {
        id: 'displayed',
        label: 'Displayed',
        panel: element('div', { class: 'displayed' }, [this.#displayed.element, this.#displayedValue.element]),
      },
      { id: 'console', label: 'Console', panel: this.#console.element },
      { id: 'calls', label: 'Calls', panel: this.#calls.element },
    ],
    (tab) => {
      this.#isChosen = true;
      if (isTab(tab)) this.#keepShown({ tab });
    },
  );
  #listed: readonly number[] = [];
  /** The value that is drawn; 0 where it is none. */
  #drawn = 0;
  /** The user chose a tab since the run was shown, or before the page was hidden. */
  #isChosen = false;

  constructor() {
    this.#value.view = this.#kept.view;
    this.#displayedValue.element.hidden = true;
    this.#runs.addEventListener('change', () => {
      const run = this.#listed[this.#runs.selectedIndex];
      if (run !== undefined) this.#channel.post({ type: 'show', run });
    });
    document.body.append(this.#head.element, element('main', {}, [this.#tabs.element]));
    this.#channel.post({ type: 'ready' });
  }

  #keep(changes: Partial<KeptResult>): void {
    this.#kept = { ...this.#kept, ...changes };
    this.#channel.state = this.#kept;
  }

  #keepShown(changes: Partial<KeptResult['shown']>): void {
    if (this.#kept.shown) this.#keep({ shown: { ...this.#kept.shown, ...changes } });
  }

  #heard(message: ToResult): void {
    switch (message.type) {
      case 'begin':
        this.#drawn = 0;
        this.#keep(forRun(this.#kept, message.startedAt));
        this.#isChosen = this.#kept.shown?.tab !== undefined;
        this.#console.clear();
        this.#calls.clear();
        this.#displayed.clear();
        this.#displayedValue.element.hidden = true;
        this.#countAll();
        this.#tabs.show(this.#kept.shown?.tab ?? 'result');
        return;
      case 'head':
        this.#showHead(message.head);
        return;
      case 'entries':
        this.#console.put(message.from, message.entries);
        this.#tabs.rename('console', counted('Console', this.#console.count));
        return;
      case 'tools':
        this.#calls.setTools(message.tools);
        return;
      case 'bars':
        this.#calls.put(message.bars);
        this.#tabs.rename('calls', counted('Calls', this.#calls.count));
        return;
      case 'displays':
        this.#displayed.put(message.from, message.displays);
        this.#countDisplayed();
        return;
      default:
        return;
    }
  }

  #showHead(head: ResultHead): void {
    this.#head.show(head);
    if (head.script !== this.#kept.script) this.#keep({ script: head.script });
    this.#listed = head.runs.map(({ run }) => run);
    this.#runs.hidden = head.runs.length < 2;
    this.#runs.replaceChildren(
      ...head.runs.map(({ label, isPinned }) => element('option', { text: isPinned ? `Pinned: ${label}` : label })),
    );
    this.#runs.selectedIndex = this.#listed.indexOf(head.run);
    if (!head.hasValue) {
      this.#value.none(head.noValue);
      const isOver = head.tone !== 'busy';
      // What the script has to show then.
      if (isOver && !this.#isChosen)
        this.#tabs.show(this.#displayed.count > 0 ? 'displayed' : this.#console.count > 0 ? 'console' : 'result');
    } else if (this.#drawn !== head.run) {
      this.#drawn = head.run;
      void this.#value.show({ of: 'value', n: head.run });
    }
  }

  #countDisplayed(): void {
    this.#tabs.rename('displayed', counted('Displayed', this.#displayed.count));
  }

  #countAll(): void {
    this.#countDisplayed();
    this.#tabs.rename('console', counted('Console', this.#console.count));
    this.#tabs.rename('calls', counted('Calls', this.#calls.count));
  }
}

function counted(label: string, count: number): string {
  return count === 0 ? label : `${label} (${count.toLocaleString()})`;
}

new ResultView();
