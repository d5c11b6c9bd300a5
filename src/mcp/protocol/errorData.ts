// The `data` of a JSON-RPC error (JSON-RPC 2.0, section 5.1): often the only place where a server says which argument is wrong, or when to
// ask again. Servers write it, so it is bounded, and their secrets are removed.
import type { JsonValue } from '../../base/json.ts';
import { schemaSize } from '../../catalog/limitTool.ts';
import { isProtocolError } from './errorLine.ts';
import type { Secrets } from './secrets.ts';

/** The most characters in the message. The whole is in `ToolError.data`. */
const longestText = 400;

interface ErrorData {
  /** Absent where the error has none, or one that is too large. */
  readonly data?: JsonValue;
  /** ` (data: …)` for a message, as JSON that may be cut; or nothing. */
  readonly text: string;
}

export function errorData(error: unknown, secrets: Pick<Secrets, 'hideIn'>): ErrorData {
  const given = isProtocolError(error) ? error.data : undefined;
  if (given === undefined || given === null) return { text: '' };
  const size = schemaSize({ data: given });
  if (!size.ok) return { text: ` (data omitted: ${size.excess})` };
  const data = secrets.hideIn(given as JsonValue); // it came as JSON
  const json = JSON.stringify(data);
  return { data, text: ` (data: ${json.length > longestText ? `${json.slice(0, longestText).toWellFormed()}…` : json})` };
}
