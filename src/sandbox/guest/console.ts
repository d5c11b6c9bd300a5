// The `console` of scripts. Each call becomes one line of text with its level and time. The guest cuts long lines, so
// that a huge value never leaves the process.
import { maxLogLength } from '../protocol/bounds.ts';
import { formatLine, inspect, type InspectOptions } from './inspect.ts';
import type { StackTraces } from './stackTraces.ts';
import type { BodyPosition } from '../protocol/messages.ts';
import type { LogLevel } from '../../base/callStates.ts';

export interface ConsoleOptions {
  /** Takes a line that is cut to `maxLogLength` characters, and the place in the script that wrote it. */
  readonly log: (level: LogLevel, text: string, place: BodyPosition | undefined) => void;
  readonly stackTraces: StackTraces;
  readonly now: () => number;
}

/** Maximum number of lines whose place in the script is looked up. A lookup takes about as long as writing the line. */
const mostPlaced = 10_000;

type Write = (level: LogLevel, values: readonly unknown[]) => void;

/**
 * Returns the label of a counter or timer. Calls without a label share the label `default`, as in the console standard.
 */
function labelOf(given: unknown = 'default'): string {
  return String(given);
}

function cut(text: string): string {
  if (text.length <= maxLogLength) return text;
  const note = `… [${text.length - maxLogLength + 100} more characters]`;
  return text.slice(0, maxLogLength - 100) + note;
}

/** Puts the failure before the values, and into a format text, whose specifiers stand for the values after it. */
function failedAssertion(values: readonly unknown[]): readonly unknown[] {
  const [first, ...others] = values;
  return typeof first === 'string'
    ? [`Assertion failed: ${first}`, ...others]
    : ['Assertion failed', ...values];
}

/** Creates the methods of the console standard (WHATWG), all of which write lines of text. */
export function makeConsole({ log, stackTraces, now }: ConsoleOptions): object {
  const describeError = (error: Error) => stackTraces.textOf(error);
  const options: InspectOptions = { maxLength: maxLogLength, describeError };
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  let indent = '';
  let placed = 0;
  const method = (work: (write: Write, values: readonly unknown[]) => void) => {
    const called = (...values: unknown[]): void => {
      const write: Write = (level, written) => {
        const place = (placed += 1) > mostPlaced ? undefined : stackTraces.callerOf(called);
        const text = formatLine(written, options);
        log(level, cut(indent === '' ? text : indent + text.replaceAll('\n', `\n${indent}`)), place);
      };
      work(write, values);
    };
    return called;
  };
  const elapsed = (label: string) => `${label}: ${(now() - (timers.get(label) ?? now())).toFixed(1)} ms`;
  const writer = (level: LogLevel) => method((write, values) => write(level, values));
  const group = method((write, values) => {
    if (values.length > 0) write('log', values);
    indent += '  ';
  });
  return {
    log: writer('log'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    debug: writer('debug'),
    trace: writer('debug'),
    table: writer('log'),
    dir: method((write, [value]) =>
      write('log', [typeof value === 'string' ? inspect(value, options) : value]),
    ),
    assert: method((write, [condition, ...values]) => {
      if (!condition) write('error', failedAssertion(values));
    }),
    count: method((write, [given]) => {
      const label = labelOf(given);
      counts.set(label, (counts.get(label) ?? 0) + 1);
      write('log', [`${label}: ${String(counts.get(label))}`]);
    }),
    countReset: (label?: unknown) => void counts.delete(labelOf(label)),
    time: (label?: unknown) => void timers.set(labelOf(label), now()),
    timeLog: method((write, [label, ...values]) => write('log', [elapsed(labelOf(label)), ...values])),
    timeEnd: method((write, [given]) => {
      const label = labelOf(given);
      write('log', [elapsed(label)]);
      timers.delete(label);
    }),
    group,
    groupCollapsed: group,
    groupEnd: () => {
      indent = indent.slice(2);
    },
  };
}
