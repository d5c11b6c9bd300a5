// The trace of a run: puts its parts together and passes messages. It draws what the extension sends, and asks for values where they are opened.
import { CallDetails } from '../base/callDetails.ts';
import { CallTable } from '../base/callTable.ts';
import { Channel } from '../base/channel.ts';
import { ConsolePane } from '../base/consolePane.ts';
import { element } from '../base/dom.ts';
import { isNumber, isObject, isString, type Guarded } from '../../base/guards.ts';
import { Head, type HeadActions } from '../base/head.ts';
import { split } from '../base/splitter.ts';
import { Tabs } from '../base/tabs.ts';
import { button } from '../base/toolbar.ts';
import { valueReader } from '../base/valueReader.ts';
import { ValueTree } from '../base/valueTree.ts';
import { CodePane } from './codePane.ts';
import { TraceData } from './traceData.ts';
import { isToTrace, type FromTrace, type RunAction, type ToTrace, type TraceHead } from './traceMessages.ts';
import { Waterfall } from './waterfall.ts';

/** What survives a reload of the window. `run`: by it the extension knows what to show. */
const isKept = isObject({ run: isString, columns: isNumber, rows: isNumber });

const actions: HeadActions<RunAction> = {
  cancel: { icon: 'stop', label: 'Cancel', primary: true },
  resume: { icon: 'resume', label: 'Resume' },
  replay: { icon: 'replay', label: 'Replay' },
  runAgain: { icon: 'play', label: 'Run Again' },
  saveAsScript: { icon: 'save', label: 'Save as Script' },
  export: { icon: 'export', label: 'Export…' },
};

class TraceView {
  readonly #channel = new Channel<FromTrace, ToTrace>(isToTrace, (message) => this.#heard(message));
  readonly #reader = valueReader(this.#channel);
  #kept = isKept(this.#channel.state) ? this.#channel.state : { run: '', columns: 58, rows: 50 };
  readonly #data = new TraceData();
  readonly #head = new Head(actions, {
    onAction: (action) => this.#channel.post({ type: 'action', action }),
    onLine: (line) => this.#code.show(line),
  });
  readonly #events = {
    onSelect: (call: number) => void this.#select(call),
    onOpen: (call: number) => void this.#open(call),
  };
  readonly #waterfall = new Waterfall(this.#data, this.#events);
  readonly #table = new CallTable(this.#data, { isFull: true, ...this.#events });
  readonly #code = new CodePane((calls) => {
    const [first] = calls;
    const next = calls[calls.indexOf(this.#selected) + 1] ?? first;
    if (next !== undefined) void this.#select(next);
  });
  readonly #details = new CallDetails(this.#reader);
  readonly #run = new ValueTree('run-values', 'Arguments and result', this.#reader);
  readonly #output = new ConsolePane(this.#reader, (line) => this.#code.show(line));
  readonly #tabs = new Tabs(
    'Details',
    [
      { id: 'run', label: 'Result', panel: this.#run.element },
      { id: 'call', label: 'Call', panel: this.#details.element },
      { id: 'output', label: 'Output', panel: this.#output.element },
    ],
    () => undefined,
  );
  #selected = 0;
  /** Of the selected call as it was when its details were asked for. */
  #shownState: string | undefined;
  #shownValues = '';
  #changing = 0;

  constructor() {
    const beside = split(this.#code.element, this.#tabs.element, {
      label: 'Height of the code',
      orientation: 'horizontal',
      start: this.#kept.rows,
      onMoved: (rows) => this.#keep({ rows }),
    });
    const panes = split(this.#calls(), beside, {
      label: 'Width of the calls',
      orientation: 'vertical',
      start: this.#kept.columns,
      onMoved: (columns) => this.#keep({ columns }),
    });
    document.body.append(this.#head.element, element('main', {}, [panes]));
    document.addEventListener('keydown', (event) => this.#pressed(event));
    this.#channel.post({ type: 'ready' });
  }

  #keep(changes: Partial<Guarded<typeof isKept>>): void {
    this.#kept = { ...this.#kept, ...changes };
    this.#channel.state = this.#kept;
  }

  #calls(): HTMLElement {
    this.#table.element.hidden = true;
    const toggle = button({
      icon: 'table',
      label: 'Show as Table',
      bare: true,
      onPress: () => this.#showTable(toggle, this.#table.element.hidden !== false),
    });
    toggle.setAttribute('aria-pressed', 'false');
    return element('section', { class: 'calls', aria: { label: 'Calls' } }, [
      element('div', { class: 'calls-tools' }, [toggle]),
      this.#waterfall.element,
      this.#table.element,
    ]);
  }

  #showTable(toggle: HTMLButtonElement, shown: boolean): void {
    toggle.setAttribute('aria-pressed', String(shown));
    this.#table.element.hidden = !shown;
    this.#waterfall.element.hidden = shown;
    this.#changed();
  }

  #heard(message: ToTrace): void {
    switch (message.type) {
      case 'head':
        this.#showHead(message.head);
        return;
      case 'code':
        this.#code.setCode(message.lines);
        return;
      case 'frame':
        this.#data.frame = message.frame;
        this.#changedSoon();
        return;
      case 'bars':
        this.#data.put(message.bars);
        this.#changedSoon();
        return;
      case 'entries':
        this.#output.put(message.from, message.entries);
        this.#tabs.rename('output', this.#output.count === 0 ? 'Output' : `Output (${this.#output.count.toLocaleString()})`);
        return;
      default:
        return;
    }
  }

  #showHead(head: TraceHead): void {
    this.#head.show(head);
    if (head.id !== this.#kept.run) this.#keep({ run: head.id });
    const lines = head.errors.flatMap(({ line, message }) => (line === undefined ? [] : [[line, message] as const]));
    this.#code.setErrors(new Map(lines));
    const values = JSON.stringify(head.values);
    if (values === this.#shownValues) return;
    this.#shownValues = values;
    void this.#run.show(head.values);
    const [line] = lines;
    if (line && this.#selected === 0) this.#code.show(line[0]);
  }

  /** Bars come in many messages. */
  #changedSoon(): void {
    if (this.#changing !== 0) return;
    this.#changing = requestAnimationFrame(() => {
      this.#changing = 0;
      this.#changed();
    });
  }

  #changed(): void {
    this.#waterfall.changed();
    this.#table.changed();
    this.#code.setCalls(this.#data.callsByLine());
    const state = this.#data.bar(this.#selected)?.state;
    if (state !== undefined && state !== this.#shownState) void this.#showCall(this.#selected);
  }

  async #select(call: number): Promise<void> {
    if (call === this.#selected) return;
    this.#selected = call;
    this.#waterfall.select(call);
    this.#table.select(call);
    const bar = this.#data.bar(call);
    this.#code.mark(bar ? (this.#data.toolOf(bar)?.lines ?? []) : []);
    this.#tabs.choose('call');
    await this.#showCall(call);
  }

  async #showCall(call: number): Promise<void> {
    this.#shownState = this.#data.bar(call)?.state;
    const reply = await this.#channel.ask({ type: 'call', call }, 'call');
    if (!('why' in reply) && call === this.#selected) await this.#details.show(reply);
  }

  /** The tree of its values takes the keys. */
  async #open(call: number): Promise<void> {
    await this.#select(call);
    this.#tabs.choose('call');
    this.#details.focus();
  }

  /** Escape goes back to the calls. */
  #pressed(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (this.#table.element.hidden) this.#waterfall.focus();
    else this.#table.focus();
  }
}

new TraceView();
