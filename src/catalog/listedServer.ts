// Turns what a server lists into what scripts see of it: names made legal and unique, excluded tools set apart, prose without
// what hides in it. Names, schemas and their values stay as they are: calls need them.
import type { AppOnlyTool, CatalogServer, CatalogTool, ExcludedTool } from './catalogSnapshot.ts';
import type { Exclusions } from './exclusions.ts';
import { listLimits, quoteName } from './listLimits.ts';
import { assignNames, compareCodeUnits, stripInvisible } from './names.ts';
import { isReadOnly } from './toolEffect.ts';
import { requiredDefaults } from './requiredDefaults.ts';
import { memberOf, serverFeatures } from './serverFeatures.ts';
import { TimeSlice } from './timeSlice.ts';
import type { ToolListing, ServerInfo, ServerListing, ToolDefinition, ToolSource } from './toolSource.ts';
import { plainText } from '../text/plainText.ts';

/** A configured server with its place in scripts, before it is asked for anything. */
export interface ConfiguredServer {
  readonly source: ToolSource;
  readonly info: ServerInfo;
  readonly namespace: string;
}

type FailedListing = Extract<ServerListing, { ok: false }>;

export interface ListedServer {
  readonly server: CatalogServer;
  readonly warnings: readonly string[];
}

/** A server that did not list its tools. */
export function failedServer(known: ConfiguredServer, { error, needs, isStarting }: FailedListing): ListedServer {
  const state = needs ?? (isStarting ? 'starting' : 'failed');
  return { server: { ...unlistedServer(known), state, error: plainText(error), listed: true }, warnings: [] };
}

/** A server that answered. A slice at a time. */
export async function listedServer(known: ConfiguredServer, listing: ToolListing, exclusions: Exclusions): Promise<ListedServer> {
  const slice = new TimeSlice();
  const { definitions, warnings } = usable(known.info.name, listing.tools);
  await slice.yieldIfOver();
  const { names, collisions } = assignNames(definitions.keys(), 'tool');
  const tools: CatalogTool[] = [];
  const excluded: ExcludedTool[] = [];
  const appOnly: AppOnlyTool[] = [];
  for (const definition of definitions.values()) {
    const method = names.get(definition.name) ?? definition.name;
    const { namespace } = known;
    const exclusion = exclusions.find({ server: known.info.name, namespace, name: definition.name, method });
    const named = { name: definition.name, method, path: `tools.${namespace}.${method}` };
    if (exclusion) excluded.push({ ...named, ...exclusion });
    else if (definition.appOnly) appOnly.push({ ...named, appOnly: true });
    else tools.push(catalogTool(known, definition, method, listing.version));
    if (slice.isOver) await slice.yieldIfOver();
  }
  const takenAway = excludedFeatures(known, listing, exclusions);
  const features = listing.features?.filter((feature) => !takenAway.some(({ name }) => name === `$${feature}`));
  return {
    server: {
      name: known.info.name,
      namespace: known.namespace,
      origin: known.info.origin,
      state: 'running',
      listed: true,
      ...(listing.instructions !== undefined && { instructions: plainText(listing.instructions) }),
      tools,
      excluded: [...excluded, ...takenAway],
      ...(appOnly.length > 0 && { appOnly }),
      ...(features && { features }),
      ...askOf(known),
    },
    warnings: [
      ...(listing.warnings ?? []).map((warning) => `${known.info.name}: ${warning}`),
      ...warnings,
      ...bounded(
        collisions.map(
          ({ raw, name, wanted, owner }) =>
            `${known.info.name}: ${quoteName(owner)} and ${quoteName(raw)} share the name ${wanted}; the second is tools.${known.namespace}.${name}.`,
        ),
      ),
    ],
  };
}

/** The same, with cached tools. */
export function withCacheState({ server, warnings }: ListedServer, cached: NonNullable<ToolListing['cached']>): ListedServer {
  const { at, state, error } = cached;
  return { server: { ...server, state, ...(error !== undefined && { error: plainText(error) }), cachedAt: at }, warnings };
}

/** A server that was not asked, by its configuration alone. */
export function unlistedServer({ info, namespace }: ConfiguredServer): CatalogServer {
  const { name, origin, state, error } = info;
  return {
    name,
    namespace,
    origin,
    state,
    ...(error !== undefined && { error: plainText(error) }),
    listed: false,
    tools: [],
    excluded: [],
  };
}

/** Features are taken away by the names that scripts have for them: `github.$prompts`, `github.*`. */
function excludedFeatures(
  { source, info, namespace }: ConfiguredServer,
  { features }: ToolListing,
  exclusions: Exclusions,
): ExcludedTool[] {
  const offered = source.requestFeature ? (features ?? serverFeatures) : [];
  return [...new Set(offered.map(memberOf))].flatMap((name) => {
    const exclusion = exclusions.find({ server: info.name, namespace, name, method: name });
    return exclusion ? [{ name, method: name, path: `tools.${namespace}.${name}`, ...exclusion }] : [];
  });
}

function askOf({ source, info }: ConfiguredServer): Pick<CatalogServer, 'requestFeature'> {
  if (!source.requestFeature) return {};
  const ask = source.requestFeature.bind(source);
  return { requestFeature: (request, options) => ask(info.name, request, options) };
}

/** By raw name, in code-unit order, without those that cannot be told apart or have no usable name. */
function usable(server: string, all: readonly ToolDefinition[]) {
  const definitions = new Map<string, ToolDefinition>();
  const warnings: string[] = [];
  /** By what can be seen of it: a name that is nothing else comes before those that hide something. */
  const owners = new Map(all.filter(({ name }) => stripInvisible(name) === name).map(({ name }) => [name, name]));
  for (const definition of [...all].sort((a, b) => compareCodeUnits(a.name, b.name))) {
    const { name } = definition;
    const visible = stripInvisible(name);
    const owner = owners.get(visible) ?? name;
    owners.set(visible, owner);
    if (name.length > listLimits.name) {
      const beginning = `its name "${name.slice(0, 40)}…" has ${name.length} characters (limit: ${listLimits.name})`;
      warnings.push(`${server}: tool omitted: ${beginning}.`);
    } else if (definitions.has(name)) {
      warnings.push(`${server}: lists ${quoteName(name)} twice; the first is used.`);
    } else if (owner !== name && visible !== '') {
      warnings.push(`${server}: tool ${quoteName(name)} omitted: its name looks like ${quoteName(owner)}.`);
    } else {
      definitions.set(name, definition);
    }
  }
  return { definitions, warnings: bounded(warnings) };
}

function bounded(warnings: readonly string[]): readonly string[] {
  const more = warnings.length - listLimits.warnings;
  return more > 0 ? [...warnings.slice(0, listLimits.warnings), `… and ${more} more such warnings.`] : warnings;
}

function catalogTool(
  { source, info, namespace }: ConfiguredServer,
  definition: ToolDefinition,
  method: string,
  serverVersion: string | undefined,
): CatalogTool {
  const { name, title, icons, description, inputSchema, outputSchema, annotations, confirmsItself } = definition;
  return {
    server: info.name,
    origin: info.origin,
    ...(serverVersion !== undefined && { serverVersion: plainText(serverVersion) }),
    namespace,
    name,
    method,
    path: `tools.${namespace}.${method}`,
    ...(title !== undefined && { title: plainText(title) }),
    ...(icons && { icons }),
    description: plainText(description),
    ...requiredDefaults(inputSchema),
    ...(outputSchema !== undefined && { outputSchema }),
    annotations,
    readOnly: isReadOnly(annotations),
    ...(confirmsItself !== undefined && { confirmsItself }),
    source,
    definition,
  };
}
