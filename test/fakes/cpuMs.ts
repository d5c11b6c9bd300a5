// How long work keeps this thread, in milliseconds of processor time: on a busy machine the clock on the wall counts what others do.

/** Of work that waits for nothing but promises of its own. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
