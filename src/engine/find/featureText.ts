// What servers offer beside tools, in words for a model: in the line of a server, and where somebody asks for it by its path.
import type { CatalogServer } from '../../catalog/catalogSnapshot.ts';
import { serverFeatures, type ServerFeature } from '../../catalog/serverFeatures.ts';

export const featureSummaries: Readonly<Record<ServerFeature, string>> = {
  resources: '$resources: list, templates, read',
  prompts: '$prompts: list, get',
};

const signatures: Readonly<Record<ServerFeature, readonly string[]>> = {
  resources: [
    '$resources.list(): Promise<{ uri: string; name: string; description?: string; mimeType?: string }[]>',
    '$resources.templates(): Promise<{ uriTemplate: string; name: string; description?: string; mimeType?: string }[]>',
    '$resources.read(uri: string): Promise<{ uri: string; mimeType?: string; text?: string; blob?: string }[]>',
  ],
  prompts: [
    '$prompts.list(): Promise<{ name: string; description?: string; arguments?: { name: string; required?: boolean }[] }[]>',
    '$prompts.get(name: string, args?: { [name: string]: string }): Promise<{ messages: { role: string; content: ContentBlock }[] }>',
  ],
};

/** All that the server offers beside tools, one signature a line. */
export function describeFeatures({ namespace, features = serverFeatures }: CatalogServer): string {
  return features
    .flatMap((feature) => signatures[feature])
    .map((signature) => `tools.${namespace}.${signature}`)
    .join('\n');
}
