// The ways in which a model gets a tool (by scripts, as a direct tool, or not at all), and the rule that decides.
import type { ToolIdentity } from '../../base/globs/toolPattern.ts';
import type { RoutingPattern } from './routingPatterns.ts';

/** `code`: scripts call the tool; `tool`: a passthrough server can offer it directly; `off`: it is not available. */
export type Route = 'code' | 'tool' | 'off';

/** Values of `codeMode.mode`: all tools by scripts; as the rules say; all tools directly; none. */
export const modes = ['code', 'hybrid', 'tools', 'off'] as const;
export type Mode = (typeof modes)[number];

/** True if models can run scripts in this mode. */
export function offersCode(mode: Mode): boolean {
  return mode === 'code' || mode === 'hybrid';
}

/** Content that only a chat can show: an image, audio, or an app's view (MCP Apps, `_meta.ui.resourceUri`). */
export type MediaKind = 'image' | 'audio' | 'app';

/** The rule that routed a tool. */
export type Why =
  | ({ readonly by: 'blocked' | 'excluded' | 'inCode' } & RoutingPattern)
  | { readonly by: 'appOnly' }
  | { readonly by: 'mode'; readonly mode: Mode }
  | { readonly by: 'media'; readonly media: MediaKind }
  | { readonly by: 'smallServer'; readonly tools: number; readonly tokens: number }
  | { readonly by: 'default' };

export interface Routing {
  readonly route: Route;
  readonly why: Why;
}

/** Maximum size of a server whose tools are offered directly: its tools, and tokens of their definitions. 0: none. */
export interface DirectLimit {
  readonly tools: number;
  readonly tokens: number;
}

/** The data on which routing depends, besides the tool and its server. */
export interface RoutingRules {
  /** `codeMode.blockedTools`: tools that nobody can call. */
  readonly blocked: readonly RoutingPattern[];
  /** `codeMode.excludedTools`: direct tools, which scripts cannot call. */
  readonly excluded: readonly RoutingPattern[];
  /** `codeMode.codeTools`: tools that scripts call, whatever the later rules say. */
  readonly inCode: readonly RoutingPattern[];
  /** Servers up to this size have their tools offered directly. */
  readonly direct: DirectLimit;
  readonly mode: Mode;
  /**
   * Names the tool under which a direct tool is offered here, for messages that refuse a call. Undefined if no direct
   * tools can be offered: then a tool is direct only if the user excludes it from code.
   */
  readonly passthrough: ((tool: ToolIdentity) => string) | undefined;
  /** Tools that answered with images or audio, by `mediaKey`. */
  readonly observedMedia: ReadonlyMap<string, Exclude<MediaKind, 'app'>>;
}

export const defaultRules: RoutingRules = {
  blocked: [],
  excluded: [],
  inCode: [],
  direct: { tools: 0, tokens: 0 },
  mode: 'hybrid',
  passthrough: undefined,
  observedMedia: new Map(),
};

/** `server` and `tool` are the raw names. */
export function mediaKey(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}

/**
 * True if scripts can call the tool. Only the user or the tool's server can take a tool from scripts. A tool that is
 * offered directly, because it returns images or its server is small, stays callable, so that scripts can combine it
 * with others.
 */
export function isCallableFromCode({ by }: Why): boolean {
  return by !== 'blocked' && by !== 'excluded' && by !== 'appOnly';
}

/** Reads `codeMode.mode`; undefined for an unknown value, which counts as not set. */
export function readMode(value: unknown): Mode | undefined {
  return modes.find((mode) => mode === value);
}

/** Reads `codeMode.direct`. A limit that is no number from 0 counts as 0, so that a misspelling offers no tool. */
export function readDirect(value: unknown): DirectLimit {
  const limits = typeof value === 'object' && value !== null ? value : {};
  return {
    tools: limit('tools' in limits && limits.tools),
    tokens: limit('tokens' in limits && limits.tokens),
  };
}

function limit(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? Math.floor(value) : 0;
}
