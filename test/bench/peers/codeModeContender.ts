// Code Mode's sandbox alone: the built thread and guest, without checker, catalog and engine.
import { readFile } from 'node:fs/promises';
import type { GuestCall } from '../../../src/sandbox/host/sandboxPort.ts';
import { parseStatus } from '../../../src/sandbox/supervisor/processMeter.ts';
import { makeSandbox, returned } from '../../sandbox/sandboxBed.ts';
import { sandboxProcesses } from '../../sandbox/sandboxProcesses.ts';
import { memoryLimitMb, timeLimitMs, type Answer, type Contender } from './contender.ts';

const limits = {
  calls: 100_000,
  callsAtOncePerServer: 100,
  cpuMs: timeLimitMs,
  wallMs: timeLimitMs,
  heapMb: memoryLimitMb,
  residentMb: 2 * memoryLimitMb,
  resultBytes: 67_108_864,
  replyBytes: 67_108_864,
};

export function makeContender(): Contender {
  const sandbox = makeSandbox();
  return {
    tool: 'tools.bench.call',
    run(body, answer: Answer) {
      const nothing = () => undefined;
      const handlers = {
        call: async (call: GuestCall) => ({
          ok: true as const,
          value: await answer('input' in call ? (call.input ?? {}) : {}),
        }),
        log: nothing,
        display: nothing,
        progress: nothing,
      };
      return returned(sandbox, body, { handlers, limits, names: { bench: ['call'] } });
    },
    outsideBytes: residentBytes,
    close: () => sandbox.dispose(),
  };
}

/** Returns the resident bytes of all sandbox processes of this host together. */
export async function residentBytes(): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const statuses = sandboxProcesses().map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''));
  return (await Promise.all(statuses)).reduce((sum, status) => sum + (parseStatus(status) ?? 0), 0);
}
