// Finds the resources and prompts of servers for a query that asks for them. They are not tools, so a search for tools
// does not find them; a hit shows how scripts reach them.
import {
  termsOf,
  callsOffered,
  featureCalls,
  featureMember,
  methodsOffered,
  serverFeatures,
  type CatalogServer,
  type FeatureCall,
  type ServerFeature,
} from '../../catalog/index.ts';
import { askedServers } from './otherTools.ts';

export interface FeatureHit {
  readonly path: string;
  readonly signature: string;
}

interface FeatureHits {
  readonly features: readonly FeatureHit[];
  /** True if the query asks for nothing else. */
  readonly only: boolean;
}

const MOST_SERVERS = 5;
const MEMBERS = { resourc: '$resources', prompt: '$prompts' } as const;
/** Words that add nothing to `resources` or `prompts`. */
const GENERIC = new Set(
  termsOf(
    'list read get show see find search fetch available offer offered provide all every mcp server servers subscribe watch updated template templates uri content name fill use exist have',
  ),
);
/** Matches a query that asks for resources or prompts among other things. */
const ASKED =
  /\b(?:read|list|get|show|which|what|available|watch|use|fill|fetch|subscribe to)\s(?:(?:the|all|its|mcp|available)\s){0,3}(resource|prompt)s?\b/gi;

/** Returns the features of the servers that the query names; if it names none, of the first servers that have any. */
export function featureHits(query: string, servers: readonly CatalogServer[]): FeatureHits {
  const asked = termsOf(query);
  const named = askedServers(asked, servers);
  const ofNames = new Set(named.flatMap(({ name }) => termsOf(name)));
  const members = new Set(
    asked.flatMap((term) => (term === 'resourc' || term === 'prompt' ? [MEMBERS[term]] : [])),
  );
  const only =
    members.size > 0 && asked.every((term) => term in MEMBERS || GENERIC.has(term) || ofNames.has(term));
  if (!only && !query.match(ASKED)) return { features: [], only: false };
  const offering = (named.length > 0 ? named : servers).filter(({ features: offered = [] }) =>
    offered.some((feature) => members.has(featureMember(feature))),
  );
  const features = offering.slice(0, MOST_SERVERS).flatMap((server) =>
    callsOffered(server.features ?? [])
      .filter((call) => members.has(featureMember(featureCalls[call].feature)))
      .map((call) => ({ path: `tools.${server.namespace}.${call}`, signature: signatureOf(server, call) })),
  );
  return { features, only: only && features.length > 0 };
}

const signatures: Readonly<Record<FeatureCall, string>> = {
  '$resources.list': '(): Promise<{ uri: string; name: string; description?: string; mimeType?: string }[]>',
  '$resources.templates':
    '(): Promise<{ uriTemplate: string; name: string; description?: string; mimeType?: string }[]>',
  '$resources.read':
    '(uri: string): Promise<{ uri: string; mimeType?: string; text?: string; blob?: string }[]>',
  '$resources.complete':
    '(question: { uriTemplate: string; argument: string; value: string; arguments?: { [name: string]: string } }): Promise<{ values: string[] }>',
  '$resources.updated': '(uri: string): Promise<{ uri: string }>; // settles when the resource has changed',
  '$prompts.list':
    '(): Promise<{ name: string; description?: string; arguments?: { name: string; required?: boolean }[] }[]>',
  '$prompts.get':
    '(name: string, args?: { [name: string]: string }): Promise<{ messages: { role: string; content: ContentBlock }[] }>',
  '$prompts.complete':
    '(question: { name: string; argument: string; value: string; arguments?: { [name: string]: string } }): Promise<{ values: string[] }>',
};

/** Returns a summary such as `$resources: list, read` for each member that the server has. */
export function featureSummaries(features: readonly ServerFeature[]): readonly string[] {
  return methodsOffered(features).map(({ member, methods }) => `${member}: ${methods.join(', ')}`);
}

/** Lists all features of the server besides tools, one signature per line. */
export function describeFeatures(server: CatalogServer): string {
  return callsOffered(server.features ?? serverFeatures)
    .map((call) => signatureOf(server, call))
    .join('\n');
}

function signatureOf({ namespace }: CatalogServer, call: FeatureCall): string {
  return `tools.${namespace}.${call}${signatures[call]}`;
}
