// The top of a trace: what ran, how it ended, what can be done with it, and its errors.
import { element, setAria } from '../base/dom.ts';
import { icon, type Icon } from '../base/icons.ts';
import { button, toolbar } from '../base/toolbar.ts';
import { runActions, type Problem, type RunAction, type TraceHead } from './traceMessages.ts';

const actions: Readonly<Record<RunAction, { readonly icon: Icon; readonly label: string }>> = {
  cancel: { icon: 'stop', label: 'Cancel' },
  resume: { icon: 'resume', label: 'Resume' },
  replay: { icon: 'replay', label: 'Replay' },
  runAgain: { icon: 'play', label: 'Run Again' },
  saveAsScript: { icon: 'save', label: 'Save as Script' },
  export: { icon: 'export', label: 'Export…' },
};

const toneIcons: Readonly<Record<TraceHead['tone'], Icon>> = {
  plain: 'blocked',
  good: 'check',
  bad: 'error',
  warning: 'question',
  busy: 'running',
};

interface HeadEvents {
  readonly onAction: (action: RunAction) => void;
  readonly onLine: (line: number) => void;
}

export class Head {
  readonly element: HTMLElement;
  readonly #events: HeadEvents;
  readonly #buttons: ReadonlyMap<RunAction, HTMLButtonElement>;
  readonly #title = element('h1');
  readonly #state = element('span', { class: 'run-state', role: 'status' });
  readonly #facts = element('ul', { class: 'facts' });
  readonly #problems = element('ul', { class: 'problems' });

  constructor(events: HeadEvents) {
    this.#events = events;
    this.#buttons = new Map(
      runActions.map((action) => {
        const { icon: name, label } = actions[action];
        return [action, button({ icon: name, label, primary: action === 'cancel', onPress: () => events.onAction(action) })];
      }),
    );
    for (const one of this.#buttons.values()) one.hidden = true;
    this.element = element('header', { class: 'head' }, [
      element('div', { class: 'head-line' }, [this.#title, toolbar('Run', [...this.#buttons.values()])]),
      element('div', { class: 'head-line' }, [this.#state, this.#facts]),
      this.#problems,
    ]);
  }

  show({ title, state, tone, facts, actions: usable, errors, warnings, notes }: TraceHead): void {
    document.title = title;
    this.#title.textContent = title;
    this.#title.title = title;
    // A status that is written again is said again.
    if (this.#state.textContent !== state || this.#state.dataset['tone'] !== tone) {
      this.#state.dataset['tone'] = tone;
      this.#state.replaceChildren(icon(toneIcons[tone]), state);
    }
    this.#facts.replaceChildren(
      ...facts.map(({ name, text }) =>
        element('li', { title: name }, [element('span', { class: 'spoken-only', text: `${name}: ` }), text]),
      ),
    );
    for (const [action, one] of this.#buttons) one.hidden = !usable.includes(action);
    this.#problems.replaceChildren(
      // That the user cancelled it, or refused it, is no error of the script.
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
      const at = element('button', { class: 'link', text: `Line ${line}${column === undefined ? '' : `:${column}`}` });
      at.type = 'button';
      at.addEventListener('click', () => this.#events.onLine(line));
      made.append(at);
    }
    if (hint !== undefined) made.append(element('span', { class: 'problem-hint', text: hint }));
    setAria(made, { label: undefined });
    return made;
  }
}
