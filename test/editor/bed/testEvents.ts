// The events that tests and measurements in the extension host send to the runner outside. The only channel between
// them is the console, which the workbench passes to the page, so each event is one marked line of JSON.
import { stripVTControlCharacters } from 'node:util';

export interface Passed {
  readonly kind: 'passed';
  readonly title: string;
  readonly ms: number;
}

export interface Failed {
  readonly kind: 'failed';
  readonly title: string;
  /** The error with its stack. */
  readonly error: string;
}

export interface Measured {
  readonly kind: 'measured';
  readonly title: string;
  readonly ms: number;
}

export type TestEvent = Passed | Failed | Measured;

const mark = '[code-mode-test] ';

export function printTestEvent(event: TestEvent): void {
  console.log(mark + JSON.stringify(event));
}

/** Returns the event in a line that the workbench logged; undefined for all other lines. */
export function readTestEvent(logged: string): TestEvent | undefined {
  const start = logged.indexOf(mark);
  if (start < 0) return undefined;
  const line = stripVTControlCharacters(logged.slice(start + mark.length));
  const value: unknown = JSON.parse(line.slice(0, line.lastIndexOf('}') + 1));
  if (
    typeof value !== 'object' ||
    value === null ||
    !('kind' in value) ||
    !('title' in value) ||
    typeof value.title !== 'string'
  )
    return undefined;
  const { kind, title } = value;
  if ((kind === 'passed' || kind === 'measured') && 'ms' in value && typeof value.ms === 'number')
    return { kind, title, ms: value.ms };
  if (kind === 'failed' && 'error' in value && typeof value.error === 'string')
    return { kind, title, error: value.error };
  return undefined;
}
