// Console lines say at which line of the author's script they were written, as errors do.
import type { PreparedScript } from '../checker/checkedScript.ts';
import type { BodyPosition, LogEntry } from '../sandbox/host/sandboxPort.ts';

/** A handler of the sandbox's that passes the entry on with its line. */
export function logOfScript(script: Pick<PreparedScript, 'toSource'>, onLog: (entry: LogEntry) => void) {
  return (entry: LogEntry, position?: BodyPosition): void => onLog(position ? { ...entry, line: script.toSource(position).line } : entry);
}
