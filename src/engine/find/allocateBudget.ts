// Shares a limited space between servers: the best come first whoever they belong to, and then each server in turn
// gives its cheapest, so that no server with many or long tools starves another.

interface Claim {
  /** Who shares. */
  readonly server: string;
  /** Of the same unit as the budget. */
  readonly cost: number;
}

interface Share {
  /** How many of the first are taken by their place alone, as long as they fit; the very first always is. */
  readonly best: number;
  readonly most: number;
  readonly budget: number;
}

/** Those of `ranked` that get a share, in the same order. */
export function allocateBudget<T extends Claim>(ranked: readonly T[], { best, most, budget }: Share): readonly T[] {
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
    // A queue whose cheapest does not fit is done: space only gets less.
    queues = queues.filter((queue) => {
      const next = queue.shift();
      if (next === undefined || !fits(next)) return false;
      take(next);
      return true;
    });
  }
  return ranked.filter((claim) => chosen.has(claim));
}

/** One queue per server, cheapest first; the servers in the order of their first claim. */
function queuesOf<T extends Claim>(claims: readonly T[]): T[][] {
  const queues = Map.groupBy(claims, ({ server }) => server);
  return [...queues.values()].map((queue) => queue.sort((a, b) => a.cost - b.cost));
}
