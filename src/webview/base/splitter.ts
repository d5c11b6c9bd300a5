// The bar between two panes: dragged, or moved by arrow keys (WAI-ARIA's window splitter).
import { element, setAria } from './dom.ts';

interface SplitterOptions {
  readonly label: string;
  /** `vertical`: the bar stands between left and right. */
  readonly orientation: 'vertical' | 'horizontal';
  /** Of the first pane, in percent. */
  readonly start: number;
  readonly onMoved: (percent: number) => void;
}

const [least, most, step] = [15, 85, 2];

/** Both panes in one element. */
export function split(first: HTMLElement, second: HTMLElement, { label, orientation, start, onMoved }: SplitterOptions): HTMLElement {
  const bar = element('div', {
    class: 'splitter',
    role: 'separator',
    tabIndex: 0,
    aria: { label, orientation, valuemin: least, valuemax: most },
  });
  const both = element('div', { class: `split split-${orientation}` }, [first, bar, second]);
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
    const { left, top, width, height } = both.getBoundingClientRect();
    move(orientation === 'vertical' ? ((event.clientX - left) / width) * 100 : ((event.clientY - top) / height) * 100);
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
