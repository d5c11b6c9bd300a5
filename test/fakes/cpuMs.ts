// Measures how long work keeps this thread busy, in milliseconds of processor time. On a busy machine, elapsed time
// also counts the work of other processes.

/** The work may only await promises of its own. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
