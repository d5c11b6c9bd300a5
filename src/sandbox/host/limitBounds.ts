// The bounds of every limit, as package.json declares them for the settings. Code that reads limits from outside, such
// as a settings file or a command line, applies these bounds.
import { defaultLimits, type SandboxLimits } from './sandboxPort.ts';

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

export const limitBounds: Readonly<Record<keyof SandboxLimits, Bounds>> = {
  cpuMs: { minimum: 100, maximum: 600_000 },
  wallMs: { minimum: 100, maximum: 3_600_000 },
  heapMb: { minimum: 32, maximum: 4_096 },
  residentMb: { minimum: 64, maximum: 8_192 },
  calls: { minimum: 1, maximum: 100_000 },
  callsAtOncePerServer: { minimum: 1, maximum: 1_000 },
  resultBytes: { minimum: 1_024, maximum: 67_108_864 },
  logBytes: { minimum: 1_024, maximum: 67_108_864 },
  replyBytes: { minimum: 1_024, maximum: 268_435_456 },
  valueDepth: { minimum: 5, maximum: 1_000 },
  // The checker needs up to 600 times the memory of the code.
  codeBytes: { minimum: 1_024, maximum: 1_048_576 },
};

export function isLimit(name: string): name is keyof SandboxLimits {
  return Object.hasOwn(limitBounds, name);
}

/** Returns limits as whole numbers within their bounds. A value that is not a number is replaced by the default. */
export function boundedLimits(valueOf: (limit: keyof SandboxLimits) => unknown): SandboxLimits {
  const limits = { ...defaultLimits } as Record<keyof SandboxLimits, number>; // the type makes the properties writable
  for (const name of Object.keys(limitBounds).filter(isLimit)) {
    const value = valueOf(name);
    const { minimum, maximum } = limitBounds[name];
    if (typeof value === 'number' && !Number.isNaN(value))
      limits[name] = Math.round(Math.min(maximum, Math.max(minimum, value)));
  }
  return limits;
}

/**
 * Returns the stricter of both limits for each name. A record may come from anybody, so it must not give its script
 * higher limits than the user's.
 */
export function stricterLimits(one: SandboxLimits, other: SandboxLimits): SandboxLimits {
  return boundedLimits((name) => Math.min(one[name], other[name]));
}
