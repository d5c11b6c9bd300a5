// The top of a page about a run: its title, its state, the actions that it offers, and its errors.
import * as l10n from '@vscode/l10n';
import { element, spokenOnly } from '../base/dom.ts';
import type { Channel } from './channel.ts';
import type { Problem, RunAction, RunHead, Tone } from './runMessages.ts';
import { icon, type Icon } from '../base/icons.ts';
import { button, toolbar, type ButtonOptions } from '../base/toolbar.ts';

const toneIcons: Readonly<Record<Tone, Icon>> = {
  plain: 'blocked',
  good: 'check',
  bad: 'error',
  warning: 'question',
  busy: 'running',
};

/** Actions in the order of their buttons. */
const actions: Readonly<Record<RunAction, Omit<ButtonOptions, 'onPress'>>> = {
  stop: { icon: 'stop', label: l10n.t('Stop'), primary: true },
  cancel: { icon: 'stop', label: l10n.t('Cancel'), primary: true },
  run: { icon: 'play', label: l10n.t('Run'), primary: true },
  resume: { icon: 'resume', label: l10n.t('Resume') },
  replay: { icon: 'replay', label: l10n.t('Replay'), bare: true },
  runAgain: { icon: 'play', label: l10n.t('Run Again') },
  pin: { icon: 'pin', label: l10n.t('Pin'), bare: true },
  unpin: { icon: 'pin', label: l10n.t('Unpin'), bare: true },
  compare: { icon: 'compare', label: l10n.t('Compare…'), bare: true },
  openInEditor: { icon: 'code', label: l10n.t('Open in Editor'), bare: true },
  insertComment: { icon: 'comment', label: l10n.t('Insert as Comment'), bare: true },
  saveAsScript: { icon: 'save', label: l10n.t('Save as Script') },
  export: { icon: 'export', label: l10n.t('Export…') },
  showOutput: { icon: 'output', label: l10n.t('Show Output'), bare: true },
};

type OnLine = (line: number, column: number | undefined) => void;

export class Head {
  readonly element: HTMLElement;
  readonly #onLine: OnLine;
  readonly #buttons: ReadonlyMap<RunAction, HTMLButtonElement>;
  readonly #title = element('h1');
  readonly #state = element('span', { class: 'run-state', role: 'status' });
  readonly #facts = element('ul', { class: 'facts' });
  readonly #problems = element('ul', { class: 'problems' });

  /** `beside`: another element in the line of the state. `onLine`: called when the user chooses a line. */
  constructor(channel: Channel, beside: HTMLElement, onLine: OnLine) {
    this.#onLine = onLine;
    this.#buttons = new Map(
      (Object.keys(actions) as RunAction[]).map((action) => [
        action,
        button({ ...actions[action], onPress: () => channel.post({ type: 'action', action }) }),
      ]),
    );
    for (const one of this.#buttons.values()) one.hidden = true;
    this.element = element('header', { class: 'head' }, [
      element('div', { class: 'head-line' }, [
        this.#title,
        toolbar(l10n.t('Run'), [...this.#buttons.values()]),
      ]),
      element('div', { class: 'head-line' }, [this.#state, this.#facts, beside]),
      this.#problems,
    ]);
  }

  show({ title, state, tone, facts, actions: usable, errors, warnings, notes }: RunHead): void {
    document.title = title;
    this.#title.textContent = title;
    this.#title.title = title;
    // A status that is written again would be announced again.
    if (this.#state.textContent !== state || this.#state.dataset['tone'] !== tone) {
      this.#state.dataset['tone'] = tone;
      this.#state.replaceChildren(icon(toneIcons[tone]), state);
    }
    this.#facts.replaceChildren(
      ...facts.map(({ name, text }) => element('li', { title: name }, [spokenOnly(`${name}: `), text])),
    );
    for (const [action, one] of this.#buttons) one.hidden = !usable.includes(action);
    this.#problems.replaceChildren(
      // A cancellation or refusal by the user is not an error of the script.
      ...errors.map((problem) => this.#problem(problem, tone === 'plain' ? 'note' : 'error')),
      ...warnings.map((problem) => this.#problem(problem, 'warning')),
      ...notes.map((message) => this.#problem({ message }, 'note')),
    );
    this.#problems.hidden = errors.length + warnings.length + notes.length === 0;
  }

  #problem({ message, hint, line, column }: Problem, kind: 'error' | 'warning' | 'note'): HTMLElement {
    const made = element('li', { class: `problem problem-${kind}` }, [
      icon(kind === 'error' ? 'error' : kind === 'warning' ? 'question' : 'open'),
      element('span', { class: 'problem-text', text: message }),
    ]);
    if (line !== undefined && line > 0) {
      const at = element('button', {
        class: 'link',
        text: l10n.t('Line {0}{1}', line, column === undefined ? '' : `:${column}`),
      });
      at.addEventListener('click', () => this.#onLine(line, column));
      made.append(at);
    }
    if (hint !== undefined) made.append(element('span', { class: 'problem-hint', text: hint }));
    return made;
  }
}
