// The rules that route tools; the first rule that matches decides. The module is pure: observations, settings and
// capabilities come in as data.
import {
  isCallableFromCode,
  mediaKey,
  type DirectLimit,
  type MediaKind,
  type Routing,
  type RoutingRules,
} from './routing.ts';
import type { ToolIdentity } from '../../base/globs/toolPattern.ts';
import { RoutingPatterns } from './routingPatterns.ts';

/** The properties of a tool on which its route depends. */
export interface RoutedTool extends ToolIdentity {
  /** True if the server reserves the tool for its own app. */
  readonly appOnly?: true | undefined;
  /** True if the tool declares the view of an app. */
  readonly appView?: true | undefined;
  /** True for a saved script, which only other scripts can call. */
  readonly isScript?: boolean;
}

export class Router {
  readonly rules: RoutingRules;
  /** Equal for routers that route alike. */
  readonly key: string;
  /** One line per pattern that cannot be used or can never match. */
  readonly warnings: readonly string[];
  readonly #blocked: RoutingPatterns;
  readonly #excluded: RoutingPatterns;
  readonly #inCode: RoutingPatterns;

  constructor(rules: RoutingRules) {
    this.rules = rules;
    this.key = JSON.stringify({
      ...rules,
      passthrough: rules.passthrough !== undefined,
      observedMedia: [...rules.observedMedia],
    });
    this.#blocked = new RoutingPatterns(rules.blocked, 'all');
    this.#excluded = new RoutingPatterns(rules.excluded, 'all');
    this.#inCode = new RoutingPatterns(rules.inCode, 'none');
    this.warnings = [this.#blocked, this.#excluded, this.#inCode].flatMap(({ warnings }) => warnings);
  }

  /**
   * Names the tool under which a direct tool is offered; undefined if the mode or the client offers no direct tools.
   */
  get passthrough(): RoutingRules['passthrough'] {
    const { mode, passthrough } = this.rules;
    return mode === 'hybrid' || mode === 'tools' ? passthrough : undefined;
  }

  /** True if the token count of a server with this number of tools can change a route, and is worth counting. */
  countsTokens(tools: number): boolean {
    const { direct, mode, passthrough } = this.rules;
    return (
      passthrough !== undefined &&
      mode === 'hybrid' &&
      tools > 0 &&
      tools <= direct.tools &&
      direct.tokens > 0
    );
  }

  /** Routes a tool. `size` is the size of the tool's server, given where `countsTokens` is true. */
  route(tool: RoutedTool, size?: DirectLimit): Routing {
    const { direct, mode, passthrough } = this.rules;
    const blocked = this.#blocked.find(tool);
    if (blocked) return { route: 'off', why: { by: 'blocked', ...blocked } };
    if (tool.appOnly) return { route: 'off', why: { by: 'appOnly' } };
    const excluded = this.#excluded.find(tool);
    if (excluded)
      return {
        route: mode === 'off' || tool.isScript === true ? 'off' : 'tool',
        why: { by: 'excluded', ...excluded },
      };
    if (mode === 'off') return { route: 'off', why: { by: 'mode', mode } };
    if (tool.isScript === true)
      return mode === 'tools'
        ? { route: 'off', why: { by: 'mode', mode } }
        : { route: 'code', why: { by: 'default' } };
    if (mode !== 'hybrid') return { route: mode === 'tools' ? 'tool' : 'code', why: { by: 'mode', mode } };
    const inCode = this.#inCode.find(tool);
    if (inCode) return { route: 'code', why: { by: 'inCode', ...inCode } };
    const media = passthrough ? this.#mediaOf(tool) : undefined;
    if (media) return { route: 'tool', why: { by: 'media', media } };
    if (size && this.countsTokens(size.tools) && size.tokens <= direct.tokens)
      return { route: 'tool', why: { by: 'smallServer', ...size } };
    return { route: 'code', why: { by: 'default' } };
  }

  /**
   * Returns the route `off` if a pattern of the user takes `tools.<server>.$resources` or `$prompts` from scripts;
   * otherwise undefined. These two functions are never offered as direct tools.
   */
  routeFeature(feature: ToolIdentity): Routing | undefined {
    const { why } = this.route(feature);
    return isCallableFromCode(why) ? undefined : { route: 'off', why };
  }

  #mediaOf({ server, name, appView }: RoutedTool): MediaKind | undefined {
    return appView ? 'app' : this.rules.observedMedia.get(mediaKey(server, name));
  }
}
