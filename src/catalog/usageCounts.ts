// Which tools have been of use before: those come first among equals when somebody searches.

/** Counts of successful calls per tool of one workspace. A port, so that they can be kept between sessions. */
export interface UsageCounts {
  /** By raw names. */
  record(server: string, tool: string): void;
  callsOf(server: string, tool: string): number;
}

/** Counts that last as long as the window or the command. */
export class SessionUsage implements UsageCounts {
  readonly #counts = new Map<string, number>();

  record(server: string, tool: string): void {
    const key = keyOf(server, tool);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  callsOf(server: string, tool: string): number {
    return this.#counts.get(keyOf(server, tool)) ?? 0;
  }
}

function keyOf(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}
