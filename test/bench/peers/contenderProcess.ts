// The process of one contender, whose module is its argument. It receives the name of a work, and answers with one
// figure or the reason why there is none.
import type { MakeContender } from './contender.ts';
import { works } from './work.ts';

export type ContenderReply = { readonly value: number } | { readonly problem: string };

const { makeContender } = (await import(process.argv[2] ?? '')) as { makeContender: MakeContender };
let contender: ReturnType<MakeContender> | undefined;
let madeMs = 0;

process.on('message', (name) => {
  void answer(String(name)).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => void close());
process.send?.({ ready: true });

async function answer(name: string): Promise<ContenderReply> {
  const work = works.find((candidate) => candidate.name === name);
  if (work === undefined) return { problem: `there is no work ${name}` };
  try {
    const startedAt = performance.now();
    contender ??= await makeContender();
    madeMs ||= performance.now() - startedAt;
    return { value: await work.measure(await contender, madeMs) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function close(): Promise<void> {
  await (await contender)?.close();
  // isolated-vm can keep `process.exit` from ending the process.
  process.kill(process.pid, 'SIGKILL');
}
