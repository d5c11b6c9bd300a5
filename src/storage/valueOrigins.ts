// The tools whose answers a kept value may hold. A rule about the flow of data (`codeMode.dataFlow`) holds for a run that reads such a value as it
// does for the run that kept it.
import type { NamedTool } from '../base/globs/toolPattern.ts';

/** A tool that had answered when a run kept a value. */
export interface ValueOrigin extends NamedTool {
  /** `tools.mail.read` */
  readonly path: string;
  /** The tool is not known, so each rule holds for its answers. */
  readonly isAnyTool?: true;
}

export const unknownOrigin: ValueOrigin = { server: '', namespace: '', name: '', method: '', path: 'an unknown tool', isAnyTool: true };

/** The origins in a parsed file; `unknownOrigin` where the file does not hold a list of them. */
export function savedOrigins(saved: unknown): readonly ValueOrigin[] {
  return Array.isArray(saved) && saved.every(isOrigin) ? saved : [unknownOrigin];
}

function isOrigin(value: unknown): value is ValueOrigin {
  if (typeof value !== 'object' || value === null) return false;
  const { server, namespace, name, method, path, isAnyTool } = value as Readonly<Record<string, unknown>>;
  const areTexts = [server, namespace, name, method, path].every((text) => typeof text === 'string');
  return areTexts && (isAnyTool === undefined || isAnyTool === true);
}
