// The report of the self-check, which runs in place of the guest, and of the script that tries the same from within.

const selfCheckDoors = ['file', 'process', 'network', 'environment'] as const;

/** For each kind of access, `held` if the sandbox prevents it, or the way in which it succeeded. */
export type SelfCheckReport = Readonly<Record<(typeof selfCheckDoors)[number], string>>;

export const held = 'held';

/** Validates a report; undefined if the value is not one. */
export function readSelfCheckReport(value: unknown): SelfCheckReport | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const said = new Map<string, unknown>(Object.entries(value));
  const report = Object.fromEntries(selfCheckDoors.map((door) => [door, said.get(door)]));
  const isWhole = Object.values(report).every((word) => typeof word === 'string');
  return isWhole ? (report as SelfCheckReport) : undefined;
}
