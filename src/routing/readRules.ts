// The values of settings that route tools, whatever a file says.
import { modes, type DirectLimit, type Mode } from './routing.ts';

/** `codeMode.mode`; undefined for what is no such value, which counts as not set. */
export function readMode(value: unknown): Mode | undefined {
  return modes.find((mode) => mode === value);
}

/** `codeMode.direct`; what is no number of at least 0 counts as 0, so that a misspelling offers no tool directly. */
export function readDirect(value: unknown): DirectLimit {
  const limits = typeof value === 'object' && value !== null ? value : {};
  return { tools: limit('tools' in limits && limits.tools), tokens: limit('tokens' in limits && limits.tokens) };
}

function limit(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? Math.floor(value) : 0;
}
