// Measures the first script over twenty servers, without and with the tools of an earlier session.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { atMost, median, type Row } from './measure.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

const samples = 5;

export function discoveryBench(): Row[] {
  using folder = new TemporaryFolder('code-mode-bench-');
  const file = new URL('coldDiscovery.ts', import.meta.url).pathname;
  const sample = (session: string) => {
    const printed = execFileSync(process.execPath, [file, join(folder.path, session)], { encoding: 'utf8' });
    return (JSON.parse(printed) as { readonly ms: number }).ms;
  };
  const first = Array.from({ length: samples }, (_, index) => sample(String(index)));
  const next = Array.from({ length: samples }, (_, index) => sample(String(index)));
  return [
    {
      name: 'first script over 20 servers',
      value: median(first),
      unit: 'ms',
      how: 'starts 20 small servers and looks at their tools; nothing is known',
    },
    {
      name: 'the same in the next session',
      value: median(next),
      unit: 'ms',
      bar: atMost(100),
      how: 'tools are read from disk; the servers are started meanwhile',
    },
  ];
}
