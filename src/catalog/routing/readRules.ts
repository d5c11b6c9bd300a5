// Reads the settings that route tools, from values of any shape.
import { modes, type DirectLimit, type Mode } from './routing.ts';

/** Reads `codeMode.mode`; undefined for an unknown value, which counts as not set. */
export function readMode(value: unknown): Mode | undefined {
  return modes.find((mode) => mode === value);
}

/**
 * Reads `codeMode.direct`. A limit that is not a number of at least 0 counts as 0, so that a misspelling offers no tool
 * directly.
 */
export function readDirect(value: unknown): DirectLimit {
  const limits = typeof value === 'object' && value !== null ? value : {};
  return {
    tools: limit('tools' in limits && limits.tools),
    tokens: limit('tokens' in limits && limits.tokens),
  };
}

function limit(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? Math.floor(value) : 0;
}
