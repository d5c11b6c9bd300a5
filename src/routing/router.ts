// The rules that route tools, first match wins. Pure: what is observed, configured and possible here comes in as data.
import { isCallableFromCode, mediaKey, type DirectLimit, type MediaKind, type Routing, type RoutingRules } from './routing.ts';
import type { NamedTool } from '../base/globs/toolPattern.ts';
import { RoutingPatterns } from './routingPatterns.ts';

/** A tool, as far as its route depends on it. */
export interface RoutedTool extends NamedTool {
  /** Its server keeps it for its own app. */
  readonly appOnly?: true | undefined;
  /** It declares a view of an app. */
  readonly appView?: true | undefined;
  /** A saved script: scripts alone can call it. */
  readonly isScript?: boolean;
}

export class Router {
  readonly rules: RoutingRules;
  /** The same for rules that route alike. */
  readonly key: string;
  /** One line per pattern that cannot be used or can never match. */
  readonly warnings: readonly string[];
  readonly #blocked: RoutingPatterns;
  readonly #excluded: RoutingPatterns;
  readonly #inCode: RoutingPatterns;

  constructor(rules: RoutingRules) {
    this.rules = rules;
    this.key = JSON.stringify({ ...rules, passthrough: rules.passthrough !== undefined, observedMedia: [...rules.observedMedia] });
    this.#blocked = new RoutingPatterns(rules.blocked, 'all');
    this.#excluded = new RoutingPatterns(rules.excluded, 'all');
    this.#inCode = new RoutingPatterns(rules.inCode, 'none');
    this.warnings = [this.#blocked, this.#excluded, this.#inCode].flatMap(({ warnings }) => warnings);
  }

  /** The name under which an ordinary tool is offered; undefined where none is, in this mode or at all. */
  get passthrough(): RoutingRules['passthrough'] {
    const { mode, passthrough } = this.rules;
    return mode === 'hybrid' || mode === 'tools' ? passthrough : undefined;
  }

  /** Whether the size of a server of so many tools decides anything: its tokens are then worth counting. */
  countsTokens(tools: number): boolean {
    const { direct, mode, passthrough } = this.rules;
    return passthrough !== undefined && mode === 'hybrid' && tools > 0 && tools <= direct.tools && direct.tokens > 0;
  }

  /** `size`: of the tool's server, where `countsTokens`. */
  route(tool: RoutedTool, size?: DirectLimit): Routing {
    const { direct, mode, passthrough } = this.rules;
    const blocked = this.#blocked.find(tool);
    if (blocked) return { route: 'off', why: { by: 'blocked', ...blocked } };
    if (tool.appOnly) return { route: 'off', why: { by: 'appOnly' } };
    const excluded = this.#excluded.find(tool);
    if (excluded) return { route: mode === 'off' || tool.isScript === true ? 'off' : 'tool', why: { by: 'excluded', ...excluded } };
    if (mode === 'off') return { route: 'off', why: { by: 'mode', mode } };
    if (tool.isScript === true)
      return mode === 'tools' ? { route: 'off', why: { by: 'mode', mode } } : { route: 'code', why: { by: 'default' } };
    if (mode !== 'hybrid') return { route: mode === 'tools' ? 'tool' : 'code', why: { by: 'mode', mode } };
    const inCode = this.#inCode.find(tool);
    if (inCode) return { route: 'code', why: { by: 'inCode', ...inCode } };
    const media = passthrough ? this.#mediaOf(tool) : undefined;
    if (media) return { route: 'tool', why: { by: 'media', media } };
    if (size && this.countsTokens(size.tools) && size.tokens <= direct.tokens)
      return { route: 'tool', why: { by: 'smallServer', ...size } };
    return { route: 'code', why: { by: 'default' } };
  }

  /** The pattern by which a person has taken `tools.<server>.$resources` or `$prompts` from scripts. They are no ordinary tools. */
  routeFeature(feature: NamedTool): Routing | undefined {
    const { why } = this.route(feature);
    return isCallableFromCode(why) ? undefined : { route: 'off', why };
  }

  #mediaOf({ server, name, appView }: RoutedTool): MediaKind | undefined {
    return appView ? 'app' : this.rules.observedMedia.get(mediaKey(server, name));
  }
}
