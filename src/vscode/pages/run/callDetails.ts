// Shows the selected call: the reason why it was allowed, its times, and its input and output as trees.
import * as l10n from '@vscode/l10n';
import { element } from '../base/dom.ts';
import type { SelectedCall } from './runMessages.ts';
import { ValueTree, type ValueReader } from '../base/valueTree.ts';

export class CallDetails {
  readonly element: HTMLElement;
  readonly #facts = element('dl', { class: 'call-facts' });
  readonly #problem = element('p', { class: 'call-problem', hidden: true });
  readonly #values: ValueTree;
  readonly #note = element('p', {
    class: 'note',
    text: l10n.t('Choose a call to see its input and output.'),
  });

  constructor(reader: ValueReader) {
    this.#values = new ValueTree('call-values', l10n.t('Input and output'), reader);
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
