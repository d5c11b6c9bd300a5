// Counts the calls of tools, so that search can put tools that were used before first among equal hits.

/** Counts of successful calls per tool, by raw names. The counts last as long as the window or the command. */
export class UsageCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  record(server: string, tool: string): void {
    const ofServer = this.#counts.get(server) ?? new Map<string, number>();
    this.#counts.set(server, ofServer.set(tool, (ofServer.get(tool) ?? 0) + 1));
  }

  /** Returns 0 for a tool that was never called. */
  callsOf(server: string, tool: string): number {
    return this.#counts.get(server)?.get(tool) ?? 0;
  }
}
