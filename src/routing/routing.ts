// How a model gets a tool: through code, as an ordinary tool, or not at all, and which rule says so.
import type { NamedTool } from '../base/globs/toolPattern.ts';
import type { RoutingPattern } from './routingPatterns.ts';

/** `code`: by scripts; `tool`: as an ordinary tool, which a passthrough server can offer; `off`: not at all. */
export type Route = 'code' | 'tool' | 'off';

/** `codeMode.mode`: everything through code; what the rules say; everything as ordinary tools; nothing. */
export const modes = ['code', 'hybrid', 'tools', 'off'] as const;
export type Mode = (typeof modes)[number];

/** Whether models get code in this mode. */
export function offersCode(mode: Mode): boolean {
  return mode === 'code' || mode === 'hybrid';
}

/** What a tool answers that only a chat can show: an image, a sound, the view of an app (MCP Apps, `_meta.ui.resourceUri`). */
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

/** At most so many tools, whose definitions have at most so many tokens; 0: none. */
export interface DirectLimit {
  readonly tools: number;
  readonly tokens: number;
}

/** What routing depends on besides the tool and its server. */
export interface RoutingRules {
  /** `codeMode.blockedTools`: not callable at all. */
  readonly blocked: readonly RoutingPattern[];
  /** `codeMode.excludedTools`: ordinary tools, which scripts cannot call. */
  readonly excluded: readonly RoutingPattern[];
  /** `codeMode.codeTools`: through code, whatever the rules after it say. */
  readonly inCode: readonly RoutingPattern[];
  /** Servers that are small enough to be offered tool by tool. */
  readonly direct: DirectLimit;
  readonly mode: Mode;
  /**
   * The name under which ordinary tools are offered here, for refusals. Undefined where none can be: then only a person's own word makes a
   * tool one.
   */
  readonly passthrough: ((tool: NamedTool) => string) | undefined;
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

/** `server` and `tool` by their raw names. */
export function mediaKey(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}

/**
 * Whether scripts can call the tool. Only a person's word takes it from them, or its server's: a tool that the chat is offered directly, since
 * it answers images or its server is small, is still one that a script chains with others.
 */
export function isCallableFromCode({ by }: Why): boolean {
  return by !== 'blocked' && by !== 'excluded' && by !== 'appOnly';
}
