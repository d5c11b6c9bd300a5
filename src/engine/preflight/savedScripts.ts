// The saved scripts that a run may call. Each is read and checked once for the whole run, before anything runs, against
// the tools of its caller.
import { TextLines } from '../../base/text/textLines.ts';
import type { CatalogSnapshot, CatalogTool } from '../../catalog/index.ts';
import type { Preparation, PreparedScript } from '../../checker/index.ts';
import type { RunError } from '../runOutcome.ts';
import { neededServers, type CheckedReferences } from './checkReferences.ts';

/** Maximum number of saved scripts in a chain of calls. */
export const mostScriptDepth = 5;
/** Maximum number of different saved scripts that one run names, directly or through other saved scripts. */
const mostScripts = 50;

/** A tool that is a saved script. */
export type ScriptTool = CatalogTool & Required<Pick<CatalogTool, 'script'>>;

export function isScriptTool(tool: CatalogTool): tool is ScriptTool {
  return tool.script !== undefined;
}

/** A saved script that may run. */
export interface SavedScript extends Pick<CheckedReferences, 'tools' | 'mentions'> {
  readonly tool: ScriptTool;
  readonly script: PreparedScript;
}

type Prepare = (code: string) => Promise<Preparation>;

/** The saved scripts of one run. `Check` is the result of checking one. */
export class SavedScripts<Check> {
  readonly #prepare: Prepare;
  readonly #prepared = new Map<ScriptTool, Promise<Preparation>>();
  readonly #checks = new Map<ScriptTool, Promise<Check>>();

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
  }

  prepared(tool: ScriptTool): Promise<Preparation> {
    const preparation = this.#prepared.get(tool) ?? this.#prepare(tool.script.code);
    this.#prepared.set(tool, preparation);
    return preparation;
  }

  /** Returns the check of a script. `make` is called once per script, and again if the check was aborted. */
  checked(tool: ScriptTool, make: () => Promise<Check>): Promise<Check> {
    const check = this.#checks.get(tool)?.catch(make) ?? make();
    this.#checks.set(tool, check);
    return check;
  }

  /** Returns `known` and the servers that the saved scripts among these tools name, directly or through others. */
  async servers(
    tools: readonly CatalogTool[],
    known: 'all' | readonly string[],
    snapshot: Pick<CatalogSnapshot, 'find'>,
  ): Promise<'all' | readonly string[]> {
    if (known === 'all') return known;
    const names = new Set(known);
    const named = ({ references }: PreparedScript) =>
      references.flatMap(({ server, tool }) => {
        const lookup = tool === undefined ? undefined : snapshot.find(server, tool);
        return lookup?.kind === 'tool' ? [lookup.tool] : [];
      });
    const reached = await this.reachable(tools, (_tool, script) => Promise.resolve(named(script)));
    for (const { preparation } of reached.values()) {
      const more = preparation.ok ? neededServers(preparation.script) : [];
      if (more === 'all') return more;
      for (const name of more) names.add(name);
    }
    return [...names];
  }

  /** Returns the saved scripts among these tools and those that they name in turn, each once, callers first. */
  async reachable(
    tools: readonly CatalogTool[],
    toolsOf: (tool: ScriptTool, script: PreparedScript) => Promise<readonly CatalogTool[]>,
  ) {
    const reached = new Map<ScriptTool, { readonly root: ScriptTool; readonly preparation: Preparation }>();
    const queue = tools.filter(isScriptTool).map((tool) => ({ tool, root: tool }));
    for (let next = queue.shift(); next && reached.size < mostScripts; next = queue.shift()) {
      const { tool, root } = next;
      if (reached.has(tool)) continue;
      const preparation = await this.prepared(tool);
      reached.set(tool, { root, preparation });
      if (preparation.ok)
        queue.push(
          ...(await toolsOf(tool, preparation.script))
            .filter(isScriptTool)
            .map((one) => ({ tool: one, root })),
        );
    }
    return reached;
  }
}

/** Rewords an error of a saved script for its caller. `at` is the place where the caller names the saved script. */
export function inCaller(
  error: RunError,
  tool: ScriptTool,
  source: string,
  at: RunError['position'],
): RunError {
  const { position: _position, sourceLine: _line, fix: _fix, message, ...rest } = error;
  return {
    ...rest,
    message: `${tool.path} cannot run: ${message}${placeIn(tool, error.position)}`,
    ...(at && { position: at, sourceLine: new TextLines(source).quote(at) }),
  };
}

/** Text such as ` (weeklyReport.ts:12)`. */
export function placeIn(tool: ScriptTool, position: RunError['position']): string {
  return position ? ` (${fileName(tool)}:${position.line})` : ` (${fileName(tool)})`;
}

/** The file name without its folder, for people. */
export function fileName({ script }: ScriptTool): string {
  return script.file.replace(/^.*[/\\]/, '');
}
