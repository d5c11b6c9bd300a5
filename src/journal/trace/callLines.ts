// Finds the line of the code that made a recorded call. A record has no positions, so this module searches the places
// where the code names the tool. The checker finds these places as it does before a run; if there are several, any of
// them may be the call.
import type { RecordedCall } from '../record/runRecord.ts';

/**
 * A place where the code names a tool, the resources or the prompts of a server. The shape is the `ToolReference` of
 * the checker.
 */
export interface ReferencedTool {
  readonly server: string;
  readonly tool?: string;
  readonly feature?: 'resources' | 'prompts';
  readonly position: { readonly line: number };
}

/**
 * Returns the lines that may have made a call, ascending, each once. Empty if the code computes the name, and for calls
 * of `codemode`.
 */
export function callLines(
  named: readonly ReferencedTool[],
): (call: Pick<RecordedCall, 'target' | 'server' | 'name'>) => readonly number[] {
  const lines = new Map<string, Set<number>>();
  for (const { server, tool, feature, position } of named) {
    const key = feature
      ? JSON.stringify(['feature', server, feature])
      : JSON.stringify(['tool', server, tool]);
    const known = lines.get(key);
    if (known) known.add(position.line);
    else lines.set(key, new Set([position.line]));
  }
  return ({ target, server, name }) => {
    const key = JSON.stringify([target, server, target === 'feature' ? /\w+/.exec(name)?.[0] : name]);
    return [...(lines.get(key) ?? [])].sort((a, b) => a - b);
  };
}
