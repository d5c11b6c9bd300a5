// What servers offer beside tools, in words for a model: in the line of a server, and where somebody asks for it by its path.
import type { CatalogServer } from '../../catalog/catalogSnapshot.ts';
import { callsOffered, methodsOffered, serverFeatures, type FeatureCall, type ServerFeature } from '../../catalog/serverFeatures.ts';

const signatures: Readonly<Record<FeatureCall, string>> = {
  '$resources.list': '(): Promise<{ uri: string; name: string; description?: string; mimeType?: string }[]>',
  '$resources.templates': '(): Promise<{ uriTemplate: string; name: string; description?: string; mimeType?: string }[]>',
  '$resources.read': '(uri: string): Promise<{ uri: string; mimeType?: string; text?: string; blob?: string }[]>',
  '$resources.updated': '(uri: string): Promise<{ uri: string }>; // settles when the resource has changed',
  '$prompts.list': '(): Promise<{ name: string; description?: string; arguments?: { name: string; required?: boolean }[] }[]>',
  '$prompts.get': '(name: string, args?: { [name: string]: string }): Promise<{ messages: { role: string; content: ContentBlock }[] }>',
};

/** `$resources: list, read`, and the like for each member that the server has. */
export function featureSummaries(features: readonly ServerFeature[]): readonly string[] {
  return methodsOffered(features).map(({ member, methods }) => `${member}: ${methods.join(', ')}`);
}

/** All that the server offers beside tools, one signature a line. */
export function describeFeatures({ namespace, features = serverFeatures }: CatalogServer): string {
  return callsOffered(features)
    .map((call) => `tools.${namespace}.${call}${signatures[call]}`)
    .join('\n');
}
