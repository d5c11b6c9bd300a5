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
export function callLines(named: readonly ReferencedTool[]) {
  const places = Map.groupBy(named, ({ server, tool, feature }) =>
    JSON.stringify(feature ? ['feature', server, feature] : ['tool', server, tool]),
  );
  return ({ target, server, name }: Pick<RecordedCall, 'target' | 'server' | 'name'>): readonly number[] => {
    const key = JSON.stringify([target, server, target === 'feature' ? /\w+/.exec(name)?.[0] : name]);
    const lines = new Set(places.get(key)?.map(({ position }) => position.line));
    return [...lines].sort((a, b) => a - b);
  };
}
