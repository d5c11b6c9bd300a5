// The public names of this room. Other rooms import them from here alone.
export { stopMs, type DaemonStatus, type KeptStatus } from './daemonWire.ts';
export { findDaemon, type KeptServers } from './keptServers.ts';
