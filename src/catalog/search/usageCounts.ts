// Which tools have been of use before: those come first among equals when somebody searches.

/** Counts of successful calls per tool, by raw names. They last as long as the window or the command. */
export class UsageCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  record(server: string, tool: string): void {
    const ofServer = this.#counts.get(server) ?? new Map<string, number>();
    this.#counts.set(server, ofServer.set(tool, (ofServer.get(tool) ?? 0) + 1));
  }

  /** 0 for a tool without a call. */
  callsOf(server: string, tool: string): number {
    return this.#counts.get(server)?.get(tool) ?? 0;
  }
}
