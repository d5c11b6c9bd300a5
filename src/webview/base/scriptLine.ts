// The line of the script in a row: a click goes there. It takes no focus of its own, since rows are one stop of the Tab key; Enter does the same.
import { element } from './dom.ts';

export function scriptLine(line: number): HTMLElement {
  return element('span', { class: 'entry-line', text: `:${line}`, title: `Go to line ${line}` });
}

/** Whether it was meant: by a click on it, or by Enter with Ctrl or Cmd, or alone where the row opens nothing. */
export function meansLine(event: MouseEvent | KeyboardEvent, opens: boolean): boolean {
  if (event instanceof KeyboardEvent) return !opens || event.ctrlKey || event.metaKey;
  return event.target instanceof Element && event.target.closest('.entry-line') !== null;
}
