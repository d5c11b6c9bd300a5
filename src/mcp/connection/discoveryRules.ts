// When servers are asked for their tools, and for how long an answer counts (`codeMode.discovery`).

/**
 * `hybrid`: tools of an earlier session are served at once, and their server is asked in the background when they are first needed.
 * `onDemand`: a server is started only for a call, or where nothing is known of its tools. `startup`: all servers are asked when
 * the extension has been activated.
 */
export const discoveryPatterns = ['startup', 'onDemand', 'hybrid'] as const;
type DiscoveryPattern = (typeof discoveryPatterns)[number];

export interface DiscoveryRules {
  readonly pattern: DiscoveryPattern;
  /** In milliseconds. Older tools are used only when their server does not answer in time. */
  readonly ttlMs: number;
}

export const hourMs = 60 * 60 * 1_000;

export const defaultDiscovery: DiscoveryRules = { pattern: 'hybrid', ttlMs: 24 * hourMs };
