// Buttons with an icon, alone or in a toolbar that is one stop of the Tab key; the arrow keys move between its buttons
// (the toolbar pattern of WAI-ARIA).
import { element } from './dom.ts';
import { icon, type Icon } from './icons.ts';

export interface ButtonOptions {
  readonly icon: Icon;
  readonly label: string;
  /** True if the label is not visible: it is only the name for screen readers and the tooltip. */
  readonly bare?: boolean;
  readonly primary?: boolean;
  /** The visible part of the label; the whole label is the name for screen readers and the tooltip. */
  readonly shown?: string;
  readonly onPress: () => void;
}

export function button({ icon: name, label, bare = false, primary = false, shown, onPress }: ButtonOptions) {
  const made = element(
    'button',
    { class: `button${bare ? ' button-bare' : ''}${primary ? ' button-primary' : ''}` },
    [icon(name), ...(bare ? [] : [element('span', { text: shown ?? label })])],
  );
  if (bare || shown !== undefined) {
    made.title = label;
    made.setAttribute('aria-label', label);
  }
  made.addEventListener('click', onPress);
  return made;
}

export function toolbar(label: string, buttons: readonly HTMLButtonElement[]): HTMLElement {
  const made = element('div', { class: 'toolbar', role: 'toolbar', aria: { label } }, buttons);
  const usable = () => buttons.filter((one) => !one.hidden && !one.disabled);
  const makeStop = (stop: HTMLButtonElement | undefined) => {
    for (const one of buttons) one.tabIndex = one === stop ? 0 : -1;
  };
  makeStop(usable()[0]);
  made.addEventListener('keydown', (event) => {
    const all = usable();
    const at = all.findIndex((one) => one === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length];
    makeStop(next);
    next?.focus();
  });
  // The button that was the stop of the Tab key may be hidden or disabled now.
  new MutationObserver(() => {
    if (!usable().some((one) => one.tabIndex === 0)) makeStop(usable()[0]);
  }).observe(made, { attributes: true, subtree: true, attributeFilter: ['hidden', 'disabled'] });
  return made;
}
