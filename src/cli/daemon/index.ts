// The public names of this room. Other rooms import them from here alone.
export type { DaemonStatus, KeptStatus } from './daemonWire.ts';
export { KeptServers, findDaemon } from './keptServers.ts';
