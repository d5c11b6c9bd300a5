// The public names of this room. Other rooms import them from here alone.
export { KeptUsage } from './keptUsage.ts';
export { ObservedMedia } from './observedMedia.ts';
export { ObservedOutputs } from './observedOutputs.ts';
export type { RedisState } from './redisState.ts';
export { LocalResultStore, type KeptResults, type ResultStore } from './resultStore.ts';
export { SessionFiles, sessionHash, type SessionFilesOptions } from './sessionFiles.ts';
export { LocalSessionStore, type SessionStore } from './sessionStore.ts';
export { SharedResultStore } from './sharedResultStore.ts';
export { SharedSessionStore } from './sharedSessionStore.ts';
export { SharedStateError } from './sharedStateError.ts';
export { readStateUrl } from './stateUrl.ts';
export {
  UsageStore,
  addUsage,
  usageDoors,
  type ServerUsage,
  type SessionUsage,
  type UsageDoor,
  type Used,
} from './usageStore.ts';
export { unknownOrigin, type ValueOrigin } from './valueOrigins.ts';
