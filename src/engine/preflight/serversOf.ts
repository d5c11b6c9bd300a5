// Which servers a script needs.
import type { PreparedScript } from '../../checker/checkedScript.ts';

/** A script that names its tools needs only their servers; one that computes names, or searches, needs all. */
export function serversOf(script: PreparedScript): 'all' | readonly string[] {
  return script.dynamic || script.searches ? 'all' : [...new Set(script.references.map((reference) => reference.server))];
}
