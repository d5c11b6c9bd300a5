// Shares limited space between servers. The best tools come first whatever their server; then each server in turn adds
// its cheapest tool, so that no server with many or long tools starves another.

interface Claim {
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
export function allocateBudget<T extends Claim & { readonly server: string }>(
  ranked: readonly T[],
  { best, most, budget }: Share,
): readonly T[] {
  const chosen = new Set<T>();
  let left = budget;
  for (const claim of ranked.slice(0, best)) {
    if (chosen.size > 0 && (chosen.size === most || claim.cost > left)) continue;
    chosen.add(claim);
    left -= claim.cost;
  }
  const others = ranked.filter((claim) => !chosen.has(claim));
  const queues = [...Map.groupBy(others, ({ server }) => server).values()];
  for (const queue of queues) queue.sort((a, b) => a.cost - b.cost);
  const added = takeTurns(queues, most - chosen.size, left);
  return ranked.filter((claim) => chosen.has(claim) || added.has(claim));
}

/** Returns the claims that get space. Each queue in turn adds its next claim, until that claim does not fit. */
export function takeTurns<T extends Claim>(
  queues: readonly (readonly T[])[],
  most: number,
  budget: number,
): ReadonlySet<T> {
  const taken = new Set<T>();
  let left = budget;
  let open = queues.map((queue) => queue.values());
  while (open.length > 0) {
    open = open.filter((queue) => {
      const { value: claim } = queue.next();
      if (claim === undefined || taken.size >= most || claim.cost > left) return false;
      taken.add(claim);
      left -= claim.cost;
      return true;
    });
  }
  return taken;
}
