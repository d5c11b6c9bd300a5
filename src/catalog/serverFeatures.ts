// What servers offer beside tools: resources to read and prompts to fill in (MCP 2025-11-25, "Server Features"). Scripts
// reach them as `tools.<server>.$resources` and `$prompts`; nothing here can write.
import type { JsonValue } from './json.ts';
import type { ToolError } from './toolError.ts';

export const serverFeatures = ['resources', 'prompts'] as const;
export type ServerFeature = (typeof serverFeatures)[number];

/** One question to a server, named as in MCP. Lists are asked for whole: their pages are put together. */
export type FeatureRequest =
  | { readonly method: 'resources/list' | 'resources/templates/list' | 'prompts/list' }
  | { readonly method: 'resources/read'; readonly uri: string }
  | { readonly method: 'prompts/get'; readonly name: string; readonly arguments: Readonly<Record<string, string>> };

/** `value`: the list, the contents of the resource, or the prompt, guarded; `CodeMode.ServerResources` and the like declare it. */
export type FeatureAnswer = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly error: ToolError };
