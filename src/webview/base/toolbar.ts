// Buttons with an icon, alone or in a row that is one stop of the Tab key: arrows go from one to the next (WAI-ARIA's toolbar).
import { element } from './dom.ts';
import { icon, type Icon } from './icons.ts';

interface ButtonOptions {
  readonly icon: Icon;
  readonly label: string;
  /** The label is its name and its hover alone. */
  readonly bare?: boolean;
  readonly primary?: boolean;
  /** A part of the label that is seen; the whole is its name and its hover. */
  readonly shown?: string;
  readonly onPress: () => void;
}

export function button({ icon: name, label, bare = false, primary = false, shown, onPress }: ButtonOptions): HTMLButtonElement {
  const made = element('button', { class: `button${bare ? ' button-bare' : ''}${primary ? ' button-primary' : ''}` }, [
    icon(name),
    ...(bare ? [] : [element('span', { text: shown ?? label })]),
  ]);
  made.type = 'button';
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
  // What was the stop may be hidden now.
  new MutationObserver(() => {
    if (!usable().some((one) => one.tabIndex === 0)) makeStop(usable()[0]);
  }).observe(made, { attributes: true, subtree: true, attributeFilter: ['hidden', 'disabled'] });
  return made;
}
