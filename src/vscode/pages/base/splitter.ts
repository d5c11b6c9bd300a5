// The bar between a left and a right pane, which is dragged or moved with the arrow keys (the window splitter pattern
// of WAI-ARIA).
import { element, setAria } from './dom.ts';

interface SplitterOptions {
  readonly label: string;
  /** Initial size of the first pane, in percent. */
  readonly start: number;
  readonly onMoved: (percent: number) => void;
}

const [least, most, step] = [15, 85, 2];

/** Returns one element that holds both panes and the bar. */
export function split(first: HTMLElement, second: HTMLElement, { label, start, onMoved }: SplitterOptions) {
  const bar = element('div', {
    class: 'splitter',
    role: 'separator',
    tabIndex: 0,
    aria: { label, orientation: 'vertical', valuemin: least, valuemax: most },
  });
  const both = element('div', { class: 'split' }, [first, bar, second]);
  let percent = start;
  const move = (to: number) => {
    percent = Math.min(most, Math.max(least, Math.round(to)));
    both.style.setProperty('--first', `${percent}%`);
    setAria(bar, { valuenow: percent });
  };
  move(start);
  bar.addEventListener('pointerdown', (event) => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  bar.addEventListener('pointermove', (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const { left, width } = both.getBoundingClientRect();
    move(((event.clientX - left) / width) * 100);
  });
  bar.addEventListener('pointerup', () => onMoved(percent));
  bar.addEventListener('keydown', ({ key }) => {
    const by = { ArrowLeft: -step, ArrowUp: -step, ArrowRight: step, ArrowDown: step }[key];
    if (by === undefined) return;
    move(percent + by);
    onMoved(percent);
  });
  return both;
}
