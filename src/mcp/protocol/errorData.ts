// Reads the `data` of a JSON-RPC error (JSON-RPC 2.0, section 5.1), which is often the only place where a server names
// the wrong argument or the time of a retry. A server writes this value, so it is bounded, and secrets are removed.
import type { JsonValue } from '../../base/json.ts';
import { schemaSize } from '../../catalog/index.ts';
import { isProtocolError } from './errorLine.ts';
import type { Secrets } from './secrets.ts';

/** Maximum number of characters in the message. `ToolError.data` holds the whole value. */
const longestText = 400;

interface ErrorData {
  /** Undefined if the error has no data, or data that is too large. */
  readonly data?: JsonValue;
  /** ` (data: …)` for a message, with JSON that may be cut; empty if the error has no data. */
  readonly text: string;
}

export function errorData(error: unknown, secrets: Pick<Secrets, 'hideIn'>): ErrorData {
  const given = isProtocolError(error) ? error.data : undefined;
  if (given === undefined || given === null) return { text: '' };
  const size = schemaSize({ data: given });
  if (!size.ok) return { text: ` (data omitted: ${size.excess})` };
  const data = secrets.hideIn(given as JsonValue); // The value was parsed from JSON.
  const json = JSON.stringify(data);
  return {
    data,
    text: ` (data: ${json.length > longestText ? `${json.slice(0, longestText).toWellFormed()}…` : json})`,
  };
}
