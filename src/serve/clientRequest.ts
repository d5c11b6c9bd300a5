// What a request of an MCP client brings: where its progress goes, and whether its user can be asked.
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ClientCapabilities, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

export type ClientRequest = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** As `notifications/progress` carries it. `progress` grows with each report; `progress / total` is the fraction, where it is known. */
export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** Reports the progress of the request; undefined where its client did not ask for it. A client that is gone gets nothing. */
export function progressSender({ _meta, sendNotification }: ClientRequest): ((report: ProgressReport) => void) | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (report) => {
    sendNotification({ method: 'notifications/progress', params: { progressToken, ...report } }).catch(() => undefined);
  };
}

/** A client that names no mode has forms (MCP 2025-06-18). */
export function canFillForms({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
