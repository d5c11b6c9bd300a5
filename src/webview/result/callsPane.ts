// The calls of the run with their times, live; below them the input and output of the one that is selected.
import type { CallBar, ShownTool } from '../../runs/runView.ts';
import { CallData } from '../base/callData.ts';
import { CallDetails } from '../base/callDetails.ts';
import { CallTable } from '../base/callTable.ts';
import type { NoReply } from '../base/channel.ts';
import { element } from '../base/dom.ts';
import type { SelectedCall } from '../base/runMessages.ts';
import { split } from '../base/splitter.ts';
import type { ValueReader } from '../base/valueTree.ts';

export class CallsPane {
  readonly element: HTMLElement;
  readonly #data = new CallData();
  readonly #table: CallTable;
  readonly #details: CallDetails;
  readonly #ask: (call: number) => Promise<SelectedCall | NoReply>;
  readonly #empty = element('p', { class: 'note', text: 'The script called no tool.' });
  readonly #both: HTMLElement;
  #selected = 0;

  constructor(reader: ValueReader, ask: (call: number) => Promise<SelectedCall | NoReply>) {
    this.#ask = ask;
    this.#details = new CallDetails(reader);
    this.#table = new CallTable(this.#data, {
      isFull: false,
      onSelect: (call) => void this.#select(call),
      onOpen: () => this.#details.focus(),
    });
    this.#both = split(this.#table.element, this.#details.element, {
      label: 'Height of the calls',
      orientation: 'horizontal',
      start: 45,
      onMoved: () => undefined,
    });
    this.element = element('div', { class: 'calls-pane' }, [this.#empty, this.#both]);
    this.clear();
  }

  get count(): number {
    return this.#data.bars.length;
  }

  clear(): void {
    this.#data.clear();
    this.#selected = 0;
    this.#table.clear();
    this.#details.clear();
    this.#changed();
  }

  setTools(tools: readonly ShownTool[]): void {
    this.#data.tools = tools;
  }

  put(bars: readonly CallBar[]): void {
    this.#data.put(bars);
    this.#changed();
    if (bars.some(({ call }) => call === this.#selected)) void this.#show(this.#selected);
  }

  #changed(): void {
    this.#empty.hidden = this.count > 0;
    this.#both.hidden = this.count === 0;
    this.#table.changed();
  }

  async #select(call: number): Promise<void> {
    if (call === this.#selected) return;
    this.#selected = call;
    await this.#show(call);
  }

  async #show(call: number): Promise<void> {
    const details = await this.#ask(call);
    if (!('why' in details) && call === this.#selected) await this.#details.show(details);
  }
}
