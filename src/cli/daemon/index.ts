// The public names of this room. Other rooms import them from here alone.
export { findDaemon, stopMs, type DaemonStatus, type KeptStatus } from './daemonWire.ts';
export type { KeptServers } from './keptServers.ts';
