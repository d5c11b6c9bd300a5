// What the self-check says that runs in place of our guest, and a script that tries the same from within.

const selfCheckDoors = ['file', 'process', 'network', 'environment'] as const;

/** By door: `held`, or by which way it is open. */
export type SelfCheckReport = Readonly<Record<(typeof selfCheckDoors)[number], string>>;

export const held = 'held';

/** undefined for what is no report. */
export function readSelfCheckReport(value: unknown): SelfCheckReport | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const said = new Map<string, unknown>(Object.entries(value));
  const [file, process, network, environment] = selfCheckDoors.map((door) => said.get(door));
  const all = [file, process, network, environment].every((word) => typeof word === 'string');
  return all ? { file: String(file), process: String(process), network: String(network), environment: String(environment) } : undefined;
}
