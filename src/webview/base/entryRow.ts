// A row of what a script put out, as the console of a result and the output of a trace show it.
import { durationText } from '../../runs/timeAxis.ts';
import { element } from './dom.ts';
import { icon } from './icons.ts';

export const entryWords = {
  debug: 'debug',
  log: 'log',
  info: 'info',
  warn: 'warning',
  error: 'error',
  display: 'displayed',
  forUser: 'for you',
  progress: 'progress',
} as const;

interface Entry {
  readonly kind: keyof typeof entryWords;
  /** Milliseconds since the run began. */
  readonly at: number;
  /** Of the script. */
  readonly line?: number | undefined;
  readonly opens?: boolean | undefined;
}

/** `text`: a line of the entry. Where it is not the first, the rest is said above it. */
export function drawEntry(row: HTMLElement, { kind, at, line, opens }: Entry, text: string, isFirst: boolean): void {
  row.classList.add(`entry-${kind}`);
  row.title = text;
  row.append(
    element('span', { class: 'entry-time', text: isFirst ? durationText(at) : '' }),
    element('span', { class: 'entry-kind', text: isFirst ? entryWords[kind] : '' }),
    element('span', { class: 'entry-text', text }),
    ...(line !== undefined && isFirst ? [scriptLine(line)] : []),
    ...(opens === true && isFirst ? [element('span', { class: 'entry-more' }, [icon('open')])] : []),
  );
}

/** The line of the script: a click goes there. It takes no focus of its own, since rows are one stop of the Tab key; Enter does the same. */
function scriptLine(line: number): HTMLElement {
  return element('span', { class: 'entry-line', text: `:${line}`, title: `Go to line ${line}` });
}

/** Whether the line of the script was meant: by a click on it, or by Enter with Ctrl or Cmd, or alone where the row opens nothing. */
export function meansLine(event: MouseEvent | KeyboardEvent, opens: boolean): boolean {
  if (event instanceof KeyboardEvent) return !opens || event.ctrlKey || event.metaKey;
  return event.target instanceof Element && event.target.closest('.entry-line') !== null;
}
