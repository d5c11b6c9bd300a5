// Which tools have been of use before: those come first among equals when somebody searches.

/** Counts of successful calls per tool of one workspace. A port, so that they can be kept between sessions. */
export interface UsageCounts {
  /** By raw names. */
  record(server: string, tool: string): void;
  /** 0 for a tool without a call. */
  callsOf(server: string, tool: string): number;
}

/** Counts that last as long as the window or the command. */
export class InMemoryUsage implements UsageCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  record(server: string, tool: string): void {
    const ofServer = this.#counts.get(server) ?? new Map<string, number>();
    this.#counts.set(server, ofServer.set(tool, (ofServer.get(tool) ?? 0) + 1));
  }

  callsOf(server: string, tool: string): number {
    return this.#counts.get(server)?.get(tool) ?? 0;
  }
}
