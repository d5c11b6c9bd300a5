// The public names of this room. Other rooms import them from here alone.
export type { ToolListStore } from './connection/cachedToolList.ts';
export { defaultTimings } from './connection/connectionTimings.ts';
export { defaultDiscovery, discoveryPatterns, hourMs } from './connection/discoveryRules.ts';
export { Secrets } from './protocol/secrets.ts';
export type { ServerLogLevel } from './protocol/serverLog.ts';
export type { StartInteraction } from './protocol/startInteraction.ts';
export { McpToolSource } from './source/mcpToolSource.ts';
export { fetchThrough, untimed, type Fetch } from './transport/http/fetchThrough.ts';
export { errorAnswer } from './transport/readMessages.ts';
export { OrphanGuard } from './transport/stdio/orphanGuard.ts';
export { ProcessTransport, startedByUs, type RunningProgram } from './transport/stdio/processTransport.ts';
export { LineSplitter, maxMessageBytes } from './transport/stdio/readLines.ts';
export { createStdioTransport, type ConnectStdio } from './transport/stdio/stdioTransport.ts';
