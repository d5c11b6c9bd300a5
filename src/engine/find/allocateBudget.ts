// Shares limited space between servers. The best tools come first whatever their server; then each server in turn adds
// its cheapest tool, so that no server with many or long tools starves another.

interface Claim {
  readonly server: string;
  /** Space that the claim needs, in the unit of the budget. */
  readonly cost: number;
}

interface Share {
  /** Number of first claims that are taken by rank alone, as long as they fit; the very first is always taken. */
  readonly best: number;
  readonly most: number;
  readonly budget: number;
}

/** Returns the claims of `ranked` that get space, in the same order. */
export function allocateBudget<T extends Claim>(
  ranked: readonly T[],
  { best, most, budget }: Share,
): readonly T[] {
  const chosen = new Set<T>();
  let left = budget;
  const fits = (claim: T) => chosen.size < most && claim.cost <= left;
  const take = (claim: T) => {
    chosen.add(claim);
    left -= claim.cost;
  };
  for (const claim of ranked.slice(0, best)) if (fits(claim) || chosen.size === 0) take(claim);

  let queues = queuesOf(ranked.filter((claim) => !chosen.has(claim)));
  while (queues.length > 0) {
    // A queue whose cheapest claim does not fit is finished, because the space only decreases.
    queues = queues.filter((queue) => {
      const next = queue.shift();
      if (next === undefined || !fits(next)) return false;
      take(next);
      return true;
    });
  }
  return ranked.filter((claim) => chosen.has(claim));
}

/** Returns one queue per server, cheapest claim first; the servers in the order of their first claim. */
function queuesOf<T extends Claim>(claims: readonly T[]): T[][] {
  const queues = Map.groupBy(claims, ({ server }) => server);
  return [...queues.values()].map((queue) => queue.sort((a, b) => a.cost - b.cost));
}
