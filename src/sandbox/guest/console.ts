// `console` inside the sandbox: each call becomes one line of text with its level and time, cut here, so that a huge
// value never leaves the process.
import { maxLogLength } from '../protocol/bounds.ts';
import type { LogLevel } from '../protocol/messages.ts';
import { formatLine, inspect, type InspectOptions } from './inspect.ts';

interface ConsoleOptions {
  /** Takes a line that is cut to `maxLogLength`. */
  readonly log: (level: LogLevel, text: string) => void;
  readonly now: () => number;
  readonly describeError: (error: Error) => string;
}

function cut(text: string): string {
  if (text.length <= maxLogLength) return text;
  const note = `… [${text.length - maxLogLength + 100} more characters]`;
  return text.slice(0, maxLogLength - 100) + note;
}

/** The methods of the console standard (WHATWG), all of which write lines. */
export function makeConsole({ log, now, describeError }: ConsoleOptions): object {
  const options: InspectOptions = { maxLength: maxLogLength, describeError };
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  let indent = '';
  const line = (level: LogLevel, values: readonly unknown[]) => {
    const text = formatLine(values, options);
    log(level, cut(indent === '' ? text : indent + text.replaceAll('\n', `\n${indent}`)));
  };
  const elapsed = (label: string) => `${label}: ${(now() - (timers.get(label) ?? now())).toFixed(1)} ms`;
  const writer =
    (level: LogLevel) =>
    (...values: unknown[]) =>
      line(level, values);
  const group = (...values: unknown[]) => {
    if (values.length > 0) line('log', values);
    indent += '  ';
  };
  return {
    log: writer('log'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    debug: writer('debug'),
    trace: writer('debug'),
    table: writer('log'),
    dir: (value: unknown) => line('log', [typeof value === 'string' ? inspect(value, options) : value]),
    assert: (condition: unknown, ...values: unknown[]) => {
      if (!condition) line('error', ['Assertion failed', ...values]);
    },
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      line('log', [`${label}: ${String(counts.get(label))}`]);
    },
    countReset: (label = 'default') => void counts.delete(label),
    time: (label = 'default') => void timers.set(label, now()),
    timeLog: (label = 'default', ...values: unknown[]) => line('log', [elapsed(label), ...values]),
    timeEnd: (label = 'default') => {
      line('log', [elapsed(label)]);
      timers.delete(label);
    },
    group,
    groupCollapsed: group,
    groupEnd: () => {
      indent = indent.slice(2);
    },
  };
}
