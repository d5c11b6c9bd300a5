// Writes one error or warning: what failed, the place, the line of code, and the next step.
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import type { RunError } from '../runOutcome.ts';
import { forReader, type Reader } from './advice.ts';

interface ProblemTextOptions {
  /** The reader of the text; default `model`. */
  readonly reader?: Reader;
  /** File of the script, for a reader who has one: `at report.ts:2:20`. */
  readonly file?: string;
}

/** Writes `Failed (syntax_error) at 3:12: …`, the line of code, and the next step. */
export function errorText(error: RunError, options: ProblemTextOptions = {}): string {
  return problemText('Failed', error, options);
}

/** Writes a problem that did not stop the run in the same form. */
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

/** Writes a stack frame in the format of Node. */
function frameText({ name, position }: NonNullable<RunError['stack']>[number], path: string): string {
  const place = `${path}${position.line}:${position.column}`;
  return name === undefined ? `\n    at ${place}` : `\n    at ${visibleName(name)} (${place})`;
}
