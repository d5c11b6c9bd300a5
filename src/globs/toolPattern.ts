// A glob over `server.tool`, as settings and options take them: which tools it names.
import { literalStart } from './globSyntax.ts';
import { nameMatcher } from './nameMatcher.ts';

/** A tool under both its names, so that a pattern can use either. */
export interface NamedTool {
  readonly server: string;
  readonly namespace: string;
  readonly name: string;
  readonly method: string;
}

export interface ToolPattern {
  /** Whether it names the tool by its raw or its script names. `!github.*` names those that `github.*` does not. */
  readonly matches: (tool: NamedTool) => boolean;
  /** Why it is no glob. It then matches every tool whose name begins with its literal start: never less than what can have been meant. */
  readonly problem?: { readonly reason: string; readonly start: string };
}

export function toolPattern(pattern: string): ToolPattern {
  try {
    const negated = /^!(?!\()/.test(pattern);
    const matches = nameMatcher(negated ? pattern.slice(1) : pattern);
    return { matches: (tool) => namesOf(tool).some((name) => matches(name)) !== negated };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const start = pattern.startsWith('!') ? '' : literalStart(pattern).toLowerCase();
    const begins = (name: string) => name.toLowerCase().startsWith(start);
    return { matches: (tool) => pattern !== '' && namesOf(tool).some(begins), problem: { reason, start } };
  }
}

function namesOf({ server, namespace, name, method }: NamedTool): readonly string[] {
  return [`${server}.${name}`, `${server}.${method}`, `${namespace}.${name}`, `${namespace}.${method}`];
}
