// Rules that decide when servers are asked for their tools, and how long a list is valid (`codeMode.discovery`).

/**
 * `hybrid`: tools of an earlier session are used at once, and their server is asked in the background at their first
 * use. `onDemand`: a server starts only for a call, or if its tools are unknown. `startup`: all servers are asked when
 * the extension has been activated.
 */
export const discoveryPatterns = ['startup', 'onDemand', 'hybrid'] as const;
type DiscoveryPattern = (typeof discoveryPatterns)[number];

export interface DiscoveryRules {
  readonly pattern: DiscoveryPattern;
  /** Lifetime of a list in milliseconds. An older list is used only if the server does not answer in time. */
  readonly ttlMs: number;
}

export const hourMs = 60 * 60 * 1_000;

export const defaultDiscovery: DiscoveryRules = { pattern: 'hybrid', ttlMs: 24 * hourMs };
