// Features of servers besides tools: resources, notifications of their changes, and prompts (MCP 2025-11-25, "Server
// Features"). Scripts reach them as `tools.<server>.$resources` and `$prompts`; none of them can write.
import type { JsonValue } from '../base/json.ts';
import type { CallFailure } from '../base/callFailure.ts';

/**
 * `subscriptions`: the server notifies clients when a resource changes. The completions give the values that a variable
 * of a URI template or an argument of a prompt can have.
 */
export const serverFeatures = [
  'resources',
  'resourceCompletions',
  'subscriptions',
  'prompts',
  'promptCompletions',
] as const;
export type ServerFeature = (typeof serverFeatures)[number];

/** Members of a server's namespace for its features. */
const featureMembers = ['$resources', '$prompts'] as const;
type FeatureMember = (typeof featureMembers)[number];

/** Calls of scripts, with the feature that each needs and its MCP method. */
export const featureCalls = {
  '$resources.list': { feature: 'resources', method: 'resources/list' },
  '$resources.templates': { feature: 'resources', method: 'resources/templates/list' },
  '$resources.read': { feature: 'resources', method: 'resources/read' },
  '$resources.complete': { feature: 'resourceCompletions', method: 'completion/complete' },
  '$resources.updated': { feature: 'subscriptions', method: 'resources/subscribe' },
  '$prompts.list': { feature: 'prompts', method: 'prompts/list' },
  '$prompts.get': { feature: 'prompts', method: 'prompts/get' },
  '$prompts.complete': { feature: 'promptCompletions', method: 'completion/complete' },
} as const satisfies Readonly<
  Record<`${FeatureMember}.${string}`, { feature: ServerFeature; method: FeatureRequest['method'] }>
>;
export type FeatureCall = keyof typeof featureCalls;

/** One request to a server, named as in MCP. Lists are requested whole: their pages are joined. */
export type FeatureRequest =
  | { readonly method: 'resources/list' | 'resources/templates/list' | 'prompts/list' }
  | { readonly method: 'resources/read'; readonly uri: string }
  /** The answer arrives when the resource has changed. */
  | { readonly method: 'resources/subscribe'; readonly uri: string }
  | { readonly method: 'prompts/get'; readonly name: string; readonly arguments: Texts }
  /** Values that an argument of a prompt, or a variable of a URI template, can have. */
  | {
      readonly method: 'completion/complete';
      readonly ref:
        | { readonly type: 'ref/prompt'; readonly name: string }
        | { readonly type: 'ref/resource'; readonly uri: string };
      readonly argument: { readonly name: string; readonly value: string };
      /** Arguments that are known already. */
      readonly context?: { readonly arguments: Texts };
    };

type Texts = Readonly<Record<string, string>>;

/**
 * `value` is the list, the contents of the resource, the URI of the changed resource, or the prompt, guarded.
 * `CodeMode.ServerResources` and related types declare it.
 */
export type FeatureAnswer =
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly error: CallFailure };

/** As scripts call it. */
export function featureCallOf(request: FeatureRequest): FeatureCall {
  const { method } = request;
  if (method === 'completion/complete')
    return request.ref.type === 'ref/prompt' ? '$prompts.complete' : '$resources.complete';
  const call = calls.find((known) => featureCalls[known].method === method);
  if (call === undefined) throw new Error(`No script can ask for "${method}".`);
  return call;
}

export function featureMember(feature: ServerFeature): FeatureMember {
  return feature === 'prompts' || feature === 'promptCompletions' ? '$prompts' : '$resources';
}

/** Returns the calls that a script may make to a server with these features. */
export function callsOffered(features: readonly ServerFeature[]): readonly FeatureCall[] {
  return calls.filter((call) => features.includes(featureCalls[call].feature));
}

/** Returns the offered methods by member: `$resources` has `list`, `read`, and so on. */
export function methodsOffered(
  features: readonly ServerFeature[],
): readonly { readonly member: FeatureMember; readonly methods: readonly string[] }[] {
  return featureMembers.flatMap((member) => {
    const ofMember = callsOffered(features).filter((call) => call.startsWith(`${member}.`));
    return ofMember.length > 0
      ? [{ member, methods: ofMember.map((call) => call.slice(member.length + 1)) }]
      : [];
  });
}

const calls = Object.keys(featureCalls) as FeatureCall[];
