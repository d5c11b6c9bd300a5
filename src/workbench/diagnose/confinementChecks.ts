// Tests the confinement of the sandbox twice: with a script, which has the language and the globals of Code Mode, and
// with a program that has a sandbox process to itself, like a script that escaped from its compartment.
import { held, readSelfCheckReport, type SelfCheckReport } from '../../sandbox/index.ts';
import { runTrial, type TrialSandbox } from './trialSandbox.ts';

export interface ConfinementChecks {
  /** The report, or a text that says why the test could not be run. */
  readonly script: SelfCheckReport | string;
  readonly process: SelfCheckReport | string;
}

/** Tries all ways from a script's globals to Node; the compartment offers none of them. */
const reachOut = `
  const ways = {
    process: () => globalThis.process,
    require: () => globalThis.require && { getBuiltinModule: globalThis.require },
    'a function of text': () => (() => {}).constructor('return process')(),
    'an error of the host': () => { try { null.x } catch (error) { return error.constructor.constructor('return process')(); } },
    'a promise of the host': () => tools.trial.call({}).constructor.constructor('return process')(),
  };
  const by = (use) => {
    for (const [name, way] of Object.entries(ways)) try { if (use(way())) return 'open by ' + name; } catch {}
    return '';
  };
  const first = (names) => names.filter((name) => typeof globalThis[name] === 'function').map((name) => 'open by ' + name)[0];
  return {
    file: by((p) => p.getBuiltinModule('node:fs')) || 'held',
    process: by((p) => p.getBuiltinModule('node:child_process') ?? p.kill) || first(['Worker']) || 'held',
    network: by((p) => p.getBuiltinModule('node:net')) || first(['fetch', 'WebSocket', 'XMLHttpRequest', 'EventSource']) || 'held',
    environment: by((p) => p.env) || 'held',
  };`;

export async function checkConfinement(
  make: (guest?: 'selfCheck') => TrialSandbox,
  signal: AbortSignal,
): Promise<ConfinementChecks> {
  return {
    script: await tryDoors(make(), reachOut, signal),
    process: await tryDoors(make('selfCheck'), '', signal, true),
  };
}

async function tryDoors(
  sandbox: TrialSandbox,
  body: string,
  signal: AbortSignal,
  inProcess = false,
): Promise<SelfCheckReport | string> {
  try {
    const outcome = await runTrial(sandbox, body, signal);
    // The engine is known only after the start: WebAssembly may have replaced the process.
    const { engine } = await sandbox.status();
    if (inProcess && engine !== 'process') return 'not tried: scripts run in WebAssembly';
    if (!outcome.ok) return `not tried: ${outcome.failure.message}`;
    return readSelfCheckReport(outcome.value) ?? 'not tried: no report';
  } finally {
    void sandbox.dispose();
  }
}

/** True if one of the tests found a way out of the sandbox. */
export function hasOpenDoor({ script, process }: ConfinementChecks): boolean {
  return [script, process].some(
    (doors) => typeof doors !== 'string' && Object.values(doors).some((word) => word !== held),
  );
}
