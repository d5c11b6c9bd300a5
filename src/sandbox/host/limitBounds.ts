// The bounds of every limit, as package.json declares them for the settings: whoever takes limits from outside, a settings
// file or a command line, holds them to these.
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
  // The checker takes 600 times the memory of the worst code.
  codeBytes: { minimum: 1_024, maximum: 1_048_576 },
};

export function isLimit(name: string): name is keyof SandboxLimits {
  return Object.hasOwn(limitBounds, name);
}

/** Takes what `valueOf` gives as whole numbers: outside its bounds it counts as the bound, and the default where it is no number. */
export function boundedLimits(valueOf: (limit: keyof SandboxLimits) => unknown): SandboxLimits {
  const limits = { ...defaultLimits } as Record<keyof SandboxLimits, number>; // writable here
  for (const name of Object.keys(limitBounds).filter(isLimit)) {
    const value = valueOf(name);
    const { minimum, maximum } = limitBounds[name];
    if (typeof value === 'number' && !Number.isNaN(value)) limits[name] = Math.round(Math.min(maximum, Math.max(minimum, value)));
  }
  return limits;
}

/**
 * Each limit as the stricter of both has it: a record may come from anyone, and so gives its script no more than the
 * user.
 */
export function stricterLimits(one: SandboxLimits, other: SandboxLimits): SandboxLimits {
  return boundedLimits((name) => Math.min(one[name], other[name]));
}
