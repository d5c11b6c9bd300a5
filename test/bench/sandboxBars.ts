// The limits for the sandbox alone: for the figures of the comparison, for the memory of an idle sandbox, and for the
// effect of the tests' faults on their host.
import { setTimeout } from 'node:timers/promises';
import { measureFault, warmUp } from '../security/faultRuns.ts';
import { makeSandbox, returned } from '../sandbox/sandboxBed.ts';
import { readScripts } from '../security/scriptFiles.ts';
import { atLeast, atMost, type Bar, type Row } from './measure.ts';
import { residentBytes } from './peers/codeModeContender.ts';
import type { ComparedRow } from './peers/comparePeers.ts';

const megabyte = 1_048_576;

/** Limits by the name of the work (peers/work.ts). */
const bars: Readonly<Record<string, Bar>> = {
  'warm run of `return 1`': atMost(5),
  'first run': atMost(400),
  'runs one after another': atLeast(15),
  'one call there and back': atMost(0.15),
  'calls, 100 at a time': atLeast(25_000),
};

/** Returns the rows of the comparison that have a limit. */
export function comparedBars(rows: readonly ComparedRow[]): Row[] {
  return rows.flatMap(({ work, figures }) => {
    const bar = bars[work.name];
    const value = figures['code-mode'];
    return bar
      ? [
          {
            ...work,
            name: `sandbox: ${work.name}`,
            value: typeof value === 'number' ? value : Number.NaN,
            bar,
          },
        ]
      : [];
  });
}

export async function idleSandbox(): Promise<Row> {
  const sandbox = makeSandbox();
  await returned(sandbox, 'return 1');
  // By then the process of that run is gone and the next one waits.
  await setTimeout(1_000);
  const bytes = await residentBytes();
  await sandbox.dispose();
  const how = 'resident, as the system counts it, a second after a run';
  return {
    name: 'sandbox: idle and warm',
    value: (bytes ?? Number.NaN) / megabyte,
    unit: 'MB',
    bar: atMost(90),
    how,
  };
}

/** Returns the worst costs of all faults. */
export async function faultCosts(): Promise<Row[]> {
  const sandbox = makeSandbox();
  const faults = readScripts('faults');
  await warmUp(sandbox);
  let stillMs = 0;
  let grownBytes = 0;
  for (const fault of faults) {
    const cost = await measureFault(sandbox, fault);
    stillMs = Math.max(stillMs, cost.stillMs);
    grownBytes = Math.max(grownBytes, cost.grownBytes);
  }
  await sandbox.dispose();
  const how = `the worst of ${faults.length} faults (test/security/faults)`;
  return [
    { name: 'sandbox: host stands still', value: stillMs, unit: 'ms', bar: atMost(50), how },
    { name: 'sandbox: host grows', value: grownBytes / megabyte, unit: 'MB', bar: atMost(30), how },
  ];
}
