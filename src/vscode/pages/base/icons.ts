// Icons as outlines on a grid of 16 by 16, in the colour of the text. An icon has no meaning of its own: a label stands
// beside or on each.
import { svg } from './dom.ts';

const outlines = {
  check: 'M3 8.5 6.5 12 13 4.5',
  error: 'M4 4l8 8M12 4l-8 8',
  question: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10M8 12.4v.2',
  blocked: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM4.2 4.2l7.6 7.6',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM8 5v3.2l2.2 1.3',
  running: 'M8 2.5a5.5 5.5 0 1 1-5.5 5.5',
  open: 'M6 4l4 4-4 4',
  stop: 'M4 4h8v8H4z',
  play: 'M5 3.2v9.6L12.5 8z',
  replay: 'M3 3v4h4M3.4 7A5 5 0 1 1 3 9.5',
  resume: 'M3.5 3.5v9M6.5 3.5v9L13 8z',
  save: 'M3 2.5h8l2 2v9H3zM5.5 2.5v3.5h5V2.5M5.5 13.5V9.5h5v4',
  export: 'M8 10V2.5M5 5l3-3 3 3M3 9v4.5h10V9',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  link: 'M2.5 13.5h3M2.5 13.5v-3M2.5 13.5 8 8M13.5 2.5h-3M13.5 2.5v3',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9zM10.3 10.3l3.2 3.2',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  table: 'M2.5 3h11v10h-11zM2.5 6.5h11M2.5 9.8h11M6.5 3v10',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  pin: 'M6 2.5h4M7 2.5v4.2L4.5 9.5h7L9 6.7V2.5M8 9.5v4',
  compare: 'M2.5 3h4.5v10H2.5zM9 3h4.5v10H9zM4 6h1.5M10.5 6H12M10.5 8.5H12',
  comment: 'M2.5 3h11v7.5H8L5 13v-2.5H2.5z',
  output: 'M2.5 3h11v10h-11zM4.5 6l2 2-2 2M8 10h3.5',
} as const;

export type Icon = keyof typeof outlines;

export function icon(name: Icon): SVGElement {
  const path = svg('path', { d: outlines[name] });
  return svg(
    'svg',
    { class: `icon icon-${name}`, viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false' },
    [path],
  );
}
