// Shows the calls of the run while they happen, as a waterfall or as a table, beside the details of the selected call.
import * as l10n from '@vscode/l10n';
import type { CallBar, RunFrame } from '../../../journal/trace/runView.ts';
import { element } from '../base/dom.ts';
import { split } from '../base/splitter.ts';
import { button } from '../base/toolbar.ts';
import { CallTable } from './callTable.ts';
import type { Channel } from './channel.ts';
import { RunData } from './runData.ts';
import type { SelectedCall } from './runMessages.ts';
import { ValueTree } from './valueTree.ts';
import { Waterfall } from './waterfall.ts';

interface CallsPaneParts {
  readonly channel: Channel;
  /** Called when the lines that made calls have changed. */
  readonly onLines: (calls: ReadonlyMap<number, readonly number[]>) => void;
  /** Called when another call is selected, with the lines that may have made it. */
  readonly onSelected: (lines: readonly number[]) => void;
  readonly onShowCode: () => void;
  /** Width of the calls, in percent. */
  readonly width: number;
  readonly onWidth: (percent: number) => void;
}

export class CallsPane {
  readonly element: HTMLElement;
  /** Number of the selected call; 0 if there is none. */
  selected = 0;
  readonly #parts: CallsPaneParts;
  readonly #data = new RunData();
  readonly #waterfall: Waterfall;
  readonly #table: CallTable;
  readonly #details: CallDetails;
  readonly #empty = element('p', { class: 'note', text: l10n.t('The script called no tool.') });
  readonly #both: HTMLElement;
  readonly #showCode = button({
    icon: 'code',
    label: l10n.t('Show in Code'),
    onPress: () => this.#parts.onShowCode(),
  });
  /** State of the selected call when its details were requested. */
  #shownState: string | undefined;
  #changing = 0;

  constructor(parts: CallsPaneParts) {
    this.#parts = parts;
    const events = {
      onSelect: (call: number) => void this.select(call),
      onOpen: (call: number) => void this.#open(call),
    };
    this.#waterfall = new Waterfall(this.#data, events);
    this.#table = new CallTable(this.#data, events);
    this.#table.element.hidden = true;
    this.#details = new CallDetails(parts.channel);
    this.#showCode.hidden = true;
    const details = element('div', { class: 'call-beside' }, [
      element('div', { class: 'call-beside-tools' }, [this.#showCode]),
      this.#details.element,
    ]);
    this.#both = split(this.#calls(), details, {
      label: l10n.t('Width of the calls'),
      start: parts.width,
      onMoved: parts.onWidth,
    });
    this.element = element('div', { class: 'calls-pane' }, [this.#empty, this.#both]);
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    this.clear();
  }

  get count(): number {
    return this.#data.bars.length;
  }

  clear(): void {
    this.#data.clear();
    this.selected = 0;
    this.#shownState = undefined;
    this.#showCode.hidden = true;
    this.#waterfall.clear();
    this.#table.clear();
    this.#details.clear();
    this.#changed();
  }

  setFrame(frame: RunFrame): void {
    this.#data.frame = frame;
    this.#changedSoon();
  }

  put(bars: readonly CallBar[]): void {
    this.#data.put(bars);
    this.#changedSoon();
  }

  async select(call: number): Promise<void> {
    if (call === this.selected) return;
    this.selected = call;
    this.#waterfall.select(call);
    this.#table.select(call);
    const bar = this.#data.bar(call);
    const lines = (bar && this.#data.toolOf(bar)?.lines) ?? [];
    this.#showCode.hidden = lines.length === 0;
    this.#parts.onSelected(lines);
    await this.#show(call);
  }

  #calls(): HTMLElement {
    const toggle = button({
      icon: 'table',
      label: l10n.t('Show as Table'),
      bare: true,
      onPress: () => {
        const isShown = this.#table.element.hidden !== false;
        toggle.setAttribute('aria-pressed', String(isShown));
        this.#table.element.hidden = !isShown;
        this.#waterfall.element.hidden = isShown;
        this.#changed();
      },
    });
    toggle.setAttribute('aria-pressed', 'false');
    return element('section', { class: 'calls', aria: { label: l10n.t('Calls') } }, [
      element('div', { class: 'calls-tools' }, [toggle]),
      this.#waterfall.element,
      this.#table.element,
    ]);
  }

  /** Redraws once per frame, since bars arrive in many messages. */
  #changedSoon(): void {
    if (this.#changing !== 0) return;
    this.#changing = requestAnimationFrame(() => {
      this.#changing = 0;
      this.#changed();
    });
  }

  #changed(): void {
    this.#empty.hidden = this.count > 0;
    this.#both.hidden = this.count === 0;
    this.#waterfall.changed();
    this.#table.changed();
    this.#parts.onLines(this.#data.callsByLine());
    const state = this.#data.bar(this.selected)?.state;
    if (state !== undefined && state !== this.#shownState) void this.#show(this.selected);
  }

  async #show(call: number): Promise<void> {
    this.#shownState = this.#data.bar(call)?.state;
    const details = await this.#parts.channel.askCall(call);
    if (call === this.selected) await this.#details.show(details);
  }

  /** Selects a call and moves the focus to the tree of its values. */
  async #open(call: number): Promise<void> {
    await this.select(call);
    this.#details.focus();
  }

  /** Escape moves the focus back to the calls. */
  #pressed(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (this.#table.element.hidden) this.#waterfall.focus();
    else this.#table.focus();
  }
}

/** The selected call: the reason why it was allowed, its times, and its input and output as trees. */
class CallDetails {
  readonly element: HTMLElement;
  readonly #facts = element('dl', { class: 'call-facts' });
  readonly #problem = element('p', { class: 'call-problem', hidden: true });
  readonly #values: ValueTree;
  readonly #note = element('p', {
    class: 'note',
    text: l10n.t('Choose a call to see its input and output.'),
  });

  constructor(channel: Channel) {
    this.#values = new ValueTree('call-values', l10n.t('Input and output'), channel);
    this.#values.element.hidden = true;
    this.element = element('div', { class: 'call-details' }, [
      this.#note,
      this.#facts,
      this.#problem,
      this.#values.element,
    ]);
  }

  async show({ facts, values, problem }: SelectedCall): Promise<void> {
    this.#note.hidden = true;
    this.#values.element.hidden = false;
    this.#facts.replaceChildren(
      ...facts.flatMap(({ name, text }) => [
        element('dt', { text: name }),
        element('dd', { text, title: text }),
      ]),
    );
    this.#problem.hidden = problem === undefined;
    this.#problem.textContent = problem ?? '';
    await this.#values.show(values);
  }

  /** Shows that no call is selected. */
  clear(): void {
    this.#note.hidden = false;
    this.#values.element.hidden = true;
    this.#problem.hidden = true;
    this.#facts.replaceChildren();
  }

  focus(): void {
    this.#values.focus();
  }
}
