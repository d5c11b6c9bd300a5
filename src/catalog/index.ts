// The public names of this room. Other rooms import them from here alone.
export { Catalog, waitsForUser, type SnapshotRequest } from './catalog.ts';
export {
  ordinaryTools,
  type CatalogServer,
  type CatalogTool,
  type FeatureLookup,
  type NeedHits,
  type SearchHit,
  type ToolLookup,
  type WithheldTool,
} from './catalogSnapshot.ts';
export { DefinitionTokens, definitionText, type DefinedTool } from './definitionTokens.ts';
export { passesFastCheck } from './fastCheck.ts';
export { limitTool, schemaSize } from './limitTool.ts';
export { listLimits, quoteName, truncateText } from './listLimits.ts';
export { compareCodeUnits, splitWords, toIdentifier } from './names.ts';
export { nearestNames } from './nearest.ts';
export { OwnToolSource } from './ownToolSource.ts';
export { joinModelRules, readModels, resolveModel, type ModelRules } from './routing/modelRules.ts';
export {
  defaultRules,
  mediaKey,
  offersCode,
  readDirect,
  readMode,
  type MediaKind,
  type Mode,
  type Route,
  type RoutingRules,
} from './routing/routing.ts';
export { RoutingPatterns } from './routing/routingPatterns.ts';
export { routeText, whyText } from './routing/whyText.ts';
export { inTurn } from './search/search.ts';
export { stemOf, termsOf } from './search/searchTerms.ts';
export { sharedNamePrefix } from './search/toolTexts.ts';
export { UsageCounts } from './search/usageCounts.ts';
export {
  callsOffered,
  featureCallOf,
  featureCalls,
  featureMember,
  methodsOffered,
  serverFeatures,
  type FeatureAnswer,
  type FeatureCall,
  type FeatureRequest,
  type ServerFeature,
} from './serverFeatures.ts';
export type { CatalogSnapshot } from './snapshot.ts';
export { exceedsEffect, hintedEffect, isReadOnly, type HintedEffect } from './toolEffect.ts';
export type {
  CallOptions,
  CallOutcome,
  CallRelay,
  CallTrace,
  ListOptions,
  ServerInfo,
  ServerListing,
  ToolAnnotations,
  ToolDefinition,
  ToolIcon,
  ToolListing,
  ToolResult,
  ToolSource,
  TracedSession,
  UserAction,
} from './toolSource.ts';
