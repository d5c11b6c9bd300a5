// The calls of the run with their times, live; below them the input and output of the one that is selected.
import { durationText } from '../../runs/timeAxis.ts';
import { barWords } from '../../runs/traceWords.ts';
import { CallDetails } from '../base/callDetails.ts';
import { callRows, fillCallRow } from '../base/callGrid.ts';
import type { NoReply } from '../base/channel.ts';
import { element } from '../base/dom.ts';
import type { Fact } from '../base/headMessages.ts';
import type { Icon } from '../base/icons.ts';
import type { Rows } from '../base/rows.ts';
import { split } from '../base/splitter.ts';
import type { ValueRoot } from '../base/valueRows.ts';
import type { ValueReader } from '../base/valueTree.ts';
import type { ShownCall, Source } from './resultMessages.ts';

const columns = ['#', 'Tool', 'State', 'Start', 'Time'] as const;
const icons: Readonly<Record<ShownCall['state'], Icon>> = {
  finished: 'check',
  failed: 'error',
  denied: 'blocked',
  not_called: 'blocked',
  unknown: 'question',
  dry_run: 'clock',
  running: 'running',
};

interface Details {
  readonly facts: readonly Fact[];
  readonly values: readonly ValueRoot<Source>[];
  readonly problem?: string | undefined;
}

export class CallsPane {
  readonly element: HTMLElement;
  readonly #rows: Rows;
  readonly #details: CallDetails<Source>;
  readonly #ask: (call: number) => Promise<Details | NoReply>;
  readonly #empty = element('p', { class: 'note', text: 'The script called no tool.' });
  readonly #both: HTMLElement;
  readonly #calls = new Map<number, ShownCall>();
  #list: readonly ShownCall[] = [];
  #selected = 0;

  constructor(reader: ValueReader<Source>, ask: (call: number) => Promise<Details | NoReply>) {
    this.#ask = ask;
    this.#details = new CallDetails<Source>(reader);
    this.#rows = callRows(columns, {
      render: (row, index) => this.#render(row, index),
      onActive: (index) => void this.#select(index),
      onOpen: () => this.#details.focus(),
    });
    this.#both = split(element('div', { class: 'call-list' }, [this.#rows.element]), this.#details.element, {
      label: 'Height of the calls',
      orientation: 'horizontal',
      start: 45,
      onMoved: () => undefined,
    });
    this.element = element('div', { class: 'calls-pane' }, [this.#empty, this.#both]);
    this.clear();
  }

  get count(): number {
    return this.#calls.size;
  }

  clear(): void {
    this.#calls.clear();
    this.#selected = 0;
    this.#rows.clear();
    this.#details.clear();
    this.#changed();
  }

  put(calls: readonly ShownCall[]): void {
    for (const call of calls) this.#calls.set(call.call, call);
    this.#changed();
    if (calls.some(({ call }) => call === this.#selected)) void this.#show(this.#selected);
  }

  #changed(): void {
    this.#list = [...this.#calls.values()].sort((one, other) => one.call - other.call);
    this.#empty.hidden = this.#list.length > 0;
    this.#both.hidden = this.#list.length === 0;
    this.#rows.setCount(this.#list.length);
  }

  async #select(index: number): Promise<void> {
    const call = this.#list[index]?.call;
    if (call === undefined || call === this.#selected) return;
    this.#selected = call;
    await this.#show(call);
  }

  async #show(call: number): Promise<void> {
    const details = await this.#ask(call);
    if (!('why' in details) && call === this.#selected) await this.#details.show(details.facts, details.values, details.problem);
  }

  #render(row: HTMLElement, index: number): void {
    const call = this.#list[index];
    if (!call) return;
    const { state, note, path, at, ms } = call;
    const cells = [
      String(call.call),
      path.replace(/^tools\./, ''),
      note === '' ? barWords[state] : `${barWords[state]}: ${note}`,
      durationText(at),
      ms === undefined ? '' : durationText(ms),
    ];
    fillCallRow(row, state, icons[state], cells);
  }
}
