// Which line of the code made a call: a record has no positions, so the call is looked up among the places that name its tool. The checker
// finds these as it does before a run; where there are several, each of them may be the one.
import type { RecordedCall } from './runRecord.ts';

/** A place where the code names a tool, or what else a server offers: the checker's `ToolReference`. */
export interface NamedTool {
  readonly server: string;
  readonly tool?: string;
  readonly feature?: 'resources' | 'prompts';
  readonly position: { readonly line: number };
}

/** The lines of a call, ascending, each once; none where the code computes the name, and of calls to `codemode`. */
export function callLines(named: readonly NamedTool[]): (call: Pick<RecordedCall, 'target' | 'server' | 'name'>) => readonly number[] {
  const lines = new Map<string, Set<number>>();
  for (const { server, tool, feature, position } of named) {
    const key = feature ? JSON.stringify(['feature', server, feature]) : JSON.stringify(['tool', server, tool]);
    const known = lines.get(key);
    if (known) known.add(position.line);
    else lines.set(key, new Set([position.line]));
  }
  return ({ target, server, name }) => {
    const key = JSON.stringify([target, server, target === 'feature' ? /\w+/.exec(name)?.[0] : name]);
    return [...(lines.get(key) ?? [])].sort((a, b) => a - b);
  };
}
