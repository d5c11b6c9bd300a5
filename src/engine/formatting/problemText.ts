// One error or warning in words: what failed, where, the line itself, and what to do next.
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import type { RunError } from '../runOutcome.ts';
import { forReader, type Reader } from './advice.ts';

interface ProblemTextOptions {
  /** Default: a model. */
  readonly reader?: Reader;
  /** The script's file, for a reader who has one: `at report.ts:2:20`. */
  readonly file?: string;
}

/** `Failed (syntax_error) at 3:12: …`, the line itself, and what to do next. */
export function errorText(error: RunError, options: ProblemTextOptions = {}): string {
  return problemText('Failed', error, options);
}

/** The same of something that did not stop the run. */
export function warningText(warning: RunError, options: ProblemTextOptions = {}): string {
  return problemText('Warning', warning, options);
}

function problemText(kind: string, error: RunError, { reader = 'model', file }: ProblemTextOptions): string {
  const { code, message, position, sourceLine, hint = '' } = error;
  const path = file === undefined ? '' : `${file}:`;
  const place = position ? ` at ${path}${position.line}:${position.column}` : '';
  const quoted = position && sourceLine ? `\n  ${position.line} | ${visibleText(sourceLine)}` : '';
  const frames = reader === 'user' ? (error.stack ?? []).map((frame) => frameText(frame, path)).join('') : '';
  const next = forReader(hint, reader);
  const last = next === '' ? '' : `\n${reader === 'model' ? 'Next: ' : ''}${visibleText(next)}`;
  return `${kind} (${code})${place}: ${visibleText(forReader(message, reader))}${quoted}${frames}${last}`;
}

/** As Node writes them. */
function frameText({ name, position }: NonNullable<RunError['stack']>[number], path: string): string {
  const place = `${path}${position.line}:${position.column}`;
  return name === undefined ? `\n    at ${place}` : `\n    at ${visibleName(name)} (${place})`;
}
