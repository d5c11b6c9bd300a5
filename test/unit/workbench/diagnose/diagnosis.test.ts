import assert from 'node:assert/strict';
import type { CatalogServer } from '../../../../src/catalog/catalogSnapshot.ts';
import { ToolSearch } from '../../../../src/catalog/search/search.ts';
import { UsageCounts } from '../../../../src/catalog/search/usageCounts.ts';
import { CatalogSnapshot } from '../../../../src/catalog/snapshot.ts';
import { diagnose, type DiagnosisParts } from '../../../../src/workbench/diagnose/diagnosis.ts';
import type { TrialSandbox } from '../../../../src/workbench/diagnose/trialSandbox.ts';
import type { SandboxOutcome } from '../../../../src/sandbox/host/sandboxPort.ts';
import type { SandboxStatus } from '../../../../src/sandbox/protocol/sandboxOptions.ts';

const held = { file: 'held', process: 'held', network: 'held', environment: 'held' };
const status: SandboxStatus = {
  choice: 'auto',
  engine: 'process',
  ready: true,
  osConfinement: { mode: 'off', state: 'off' },
};

class FakeSandbox implements TrialSandbox {
  readonly #outcome: (signal: AbortSignal) => Promise<SandboxOutcome>;
  disposed = false;

  constructor(outcome: (signal: AbortSignal) => Promise<SandboxOutcome>) {
    this.#outcome = outcome;
  }

  run(_script: unknown, _handlers: unknown, _limits: unknown, signal: AbortSignal): Promise<SandboxOutcome> {
    return this.#outcome(signal);
  }

  status(): Promise<SandboxStatus> {
    return Promise.resolve(status);
  }

  dispose(): Promise<void> {
    this.disposed = true;
    return Promise.resolve();
  }
}

const server = (fields: Partial<CatalogServer>): CatalogServer => ({
  name: 'geo',
  namespace: 'geo',
  origin: '/w/mcp.json',
  state: 'running',
  listed: true,
  tools: [],
  withheld: [],
  ...fields,
});
/** A catalog with these, whatever it is asked. */
const serving = (...servers: readonly CatalogServer[]): Pick<DiagnosisParts, 'catalog'> => ({
  catalog: {
    knownServers: () => Promise.resolve(servers),
    snapshot: () => Promise.resolve(new CatalogSnapshot(servers, [], new ToolSearch([], new UsageCounts()))),
  },
});
const never = () => new Promise<never>(() => undefined);
const signal = new AbortController().signal;

describe('diagnose', () => {
  const made: FakeSandbox[] = [];
  const partsOf = (
    parts: Partial<DiagnosisParts> = {},
    outcome = () => Promise.resolve<SandboxOutcome>({ ok: true, value: held }),
  ) => ({
    versions: { 'Code Mode': '1.0.0' },
    settings: {},
    sandbox: () => {
      const sandbox = new FakeSandbox(outcome);
      made.push(sandbox);
      return sandbox;
    },
    ...serving(server({})),
    problems: () => [],
    env: {},
    home: '/home/ada',
    ...parts,
  });

  it('tells versions, the sandbox, walls, times and servers', async () => {
    const { versions, sandbox, walls, times, servers, unanswered } = await diagnose(partsOf(), signal);
    assert.deepEqual([versions['Code Mode'], versions['node']], ['1.0.0', process.versions.node]);
    assert.deepEqual([sandbox, walls, unanswered], [status, { script: held, process: held }, []]);
    assert.deepEqual(Object.keys(times ?? {}), ['firstRunMs', 'runMs', 'callMs']);
    assert.deepEqual(servers, [{ name: 'geo', state: 'running', tools: 0 }]);
  });

  it('closes every sandbox that it made', async () => {
    await diagnose(partsOf(), signal);
    assert.ok(made.every(({ disposed }) => disposed));
  });

  it('goes on where a part hangs, and names it', async () => {
    const { walls, servers, sandbox, unanswered } = await diagnose(partsOf({ partMs: 30 }, never), signal);
    assert.deepEqual([walls, servers?.length, sandbox], [undefined, 1, status]);
    assert.deepEqual(unanswered, ['times: no answer within 0.03 s', 'walls: no answer within 0.03 s']);
  });

  it('names a server that hangs', async () => {
    const hanging = server({ state: 'starting' });
    const { servers } = await diagnose(partsOf({ ...serving(hanging), partMs: 4_000 }), signal);
    assert.deepEqual(servers, [{ name: 'geo', state: 'starting', tools: 0, error: 'no answer within 3 s' }]);
  });

  it('ends at once when it is cancelled', async () => {
    const { unanswered } = await diagnose(partsOf({}, never), AbortSignal.abort());
    assert.deepEqual(unanswered, [
      'times: cancelled',
      'status: cancelled',
      'walls: cancelled',
      'servers: cancelled',
    ]);
  });

  it('says why no script can run', async () => {
    const failure = { code: 'sandbox_unavailable', message: 'The walls are not in force.' } as const;
    const { walls, times, sandbox } = await diagnose(
      partsOf({}, () => Promise.resolve({ ok: false, failure })),
      signal,
    );
    assert.deepEqual([times, sandbox], [undefined, status]);
    assert.equal(walls?.script, 'not tried: The walls are not in force.');
  });

  it('tries no process where WebAssembly runs the scripts, also from the first start on', async () => {
    const sandbox = () => {
      let fellBack = false;
      const made = new FakeSandbox(() => {
        fellBack = true;
        return Promise.resolve({ ok: true, value: held });
      });
      made.status = () => Promise.resolve(fellBack ? { ...status, engine: 'wasm' } : status);
      return made;
    };
    const { walls } = await diagnose(partsOf({ sandbox }), signal);
    assert.match(JSON.stringify(walls?.process), /^"not tried/);
  });

  it('has no times where a further run fails', async () => {
    let runs = 0;
    const failure = { code: 'timeout', message: 'late' } as const;
    const { times } = await diagnose(
      partsOf({}, () =>
        Promise.resolve((runs += 1) === 1 ? { ok: true, value: held } : { ok: false, failure }),
      ),
      signal,
    );
    assert.equal(times, undefined);
  });

  it('repeats no secret that a server said', async () => {
    const failed = server({ state: 'failed', error: 'it said sk-0123456789 in /home/ada/x' });
    const { servers } = await diagnose(
      partsOf({ ...serving(failed), env: { API_KEY: 'sk-0123456789' } }),
      signal,
    );
    assert.equal(servers?.[0]?.error, 'it said ••• in ~/x');
  });
});
