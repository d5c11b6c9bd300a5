// Converts the list of a server to the form that scripts see: makes names legal and unique, routes each tool, separates
// the tools that scripts cannot call, and removes hidden characters from prose. Names, schemas and their values stay
// unchanged, because calls need them.
import type { CatalogServer, CatalogTool, WithheldTool } from './catalogSnapshot.ts';
import { listLimits, quoteName } from './listLimits.ts';
import { assignNames, compareCodeUnits, stripInvisible } from './names.ts';
import { areDefaults, declaresEffect, isReadOnly } from './toolEffect.ts';
import { requiredDefaults } from './requiredDefaults.ts';
import { featureMember, serverFeatures } from './serverFeatures.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { ToolListing, ServerInfo, ServerListing, ToolDefinition, ToolSource } from './toolSource.ts';
import type { Router } from './routing/router.ts';
import { isCallableFromCode, type DirectLimit, type Routing } from './routing/routing.ts';
import { plainText } from '../base/text/plainText.ts';

/** A configured server with its namespace in scripts, before it is asked for its tools. */
export interface ConfiguredServer {
  readonly source: ToolSource;
  readonly info: ServerInfo;
  readonly namespace: string;
}

type FailedListing = Extract<ServerListing, { ok: false }>;

/** Minimum number of tools whose equal annotations count as defaults; fewer may really all be destructive. */
const LEAST_TELLING = 3;

/** Returns a server that failed to list its tools. */
export function failedServer(
  known: ConfiguredServer,
  { error, needs, isStarting }: Omit<FailedListing, 'ok'>,
): CatalogServer {
  // A server that is disabled in its file was not started, so its state is not `failed`.
  const isOff = known.info.state === 'stopped' && known.info.error !== undefined;
  const state = needs ?? (isStarting ? 'starting' : isOff ? 'stopped' : 'failed');
  return { ...unlistedServer(known), state, error: plainText(error), listed: true };
}

/** Returns a server that listed its tools. The work is done in time slices. */
export async function listedServer(
  known: ConfiguredServer,
  listing: ToolListing,
  router: Router,
): Promise<CatalogServer> {
  const { name: server, origin } = known.info;
  const { namespace } = known;
  const slice = new TimeSlice();
  const { definitions, warnings } = usable(server, listing.tools);
  await slice.yieldIfOver();
  const { names, collisions } = assignNames(definitions.keys(), 'tool');
  const { tools, withheld } = await routedTools(known, listing, router, { definitions, names, slice });
  const takenAway = withheldFeatures(known, listing, router);
  const features = listing.features?.filter(
    (feature) => !takenAway.some(({ name }) => name === featureMember(feature)),
  );
  const sharedNames = collisions.map(
    ({ raw, name, wanted, owner }) =>
      `${server}: ${quoteName(owner)} and ${quoteName(raw)} share the name ${wanted}; the second is tools.${namespace}.${name}.`,
  );
  return {
    name: server,
    namespace,
    origin,
    state: 'running',
    listed: true,
    ...(listing.instructions !== undefined && { instructions: plainText(listing.instructions) }),
    ...(listing.protocolVersion !== undefined && { protocolVersion: listing.protocolVersion }),
    tools,
    withheld: [...withheld, ...takenAway],
    ...(features && { features }),
    ...askOf(known),
    warnings: [
      ...(listing.warnings ?? []).map((warning) => `${server}: ${warning}`),
      ...warnings,
      ...bounded(sharedNames),
    ],
  };
}

interface NamedDefinitions {
  /** Usable tools by raw name. */
  readonly definitions: ReadonlyMap<string, ToolDefinition>;
  /** Names in scripts by raw name. */
  readonly names: ReadonlyMap<string, string>;
  readonly slice: TimeSlice;
}

/** Routes each tool, and separates the tools that scripts cannot call. */
async function routedTools(
  known: ConfiguredServer,
  listing: ToolListing,
  router: Router,
  { definitions, names, slice }: NamedDefinitions,
): Promise<{ readonly tools: readonly CatalogTool[]; readonly withheld: readonly WithheldTool[] }> {
  const areAllDefaults =
    definitions.size >= LEAST_TELLING &&
    [...definitions.values()].every(({ annotations }) => areDefaults(annotations));
  const tools: CatalogTool[] = [];
  const withheld: WithheldTool[] = [];
  const size = await sizeOf(definitions, router);
  const { passthrough } = router;
  const reported = {
    ...(listing.name !== undefined && { serverName: plainText(listing.name) }),
    ...(listing.version !== undefined && { serverVersion: plainText(listing.version) }),
  };
  for (const definition of definitions.values()) {
    const { name, appOnly, appView, script } = definition;
    const method = names.get(name) ?? name;
    const named = { server: known.info.name, namespace: known.namespace, name, method };
    const routing = router.route({ ...named, appOnly, appView, isScript: script !== undefined }, size);
    // The effect of a saved script is that of the calls in its code, which is known.
    const isUndeclared = !script && (areAllDefaults || !declaresEffect(definition.annotations));
    const tool = catalogTool(known, definition, {
      method,
      ...routing,
      ...reported,
      ...(isUndeclared && { isUndeclared }),
    });
    if (isCallableFromCode(routing.why)) tools.push(tool);
    else
      withheld.push({
        name,
        method,
        path: tool.path,
        ...routing,
        ...(routing.route === 'tool' && { tool }),
        ...(routing.route === 'tool' && passthrough && { offeredAs: passthrough(named) }),
      });
    if (slice.isOver) await slice.yieldIfOver();
  }
  return { tools, withheld };
}

/** Returns the size of the server; undefined if no routing rule depends on it. */
async function sizeOf(
  definitions: ReadonlyMap<string, ToolDefinition>,
  router: Router,
): Promise<DirectLimit | undefined> {
  const offered = [...definitions.values()].filter(({ appOnly, script }) => !appOnly && !script);
  if (!router.countsTokens(offered.length)) return undefined;
  const { DefinitionTokens } = await import('./definitionTokens.ts');
  const tokens = new DefinitionTokens();
  await tokens.prepare(offered);
  return { tools: offered.length, tokens: tokens.sum(offered) };
}

/** Returns a server that was not asked for its tools, with the data of its configuration. */
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
    withheld: [],
  };
}

/** Returns the features that patterns take away, by their names in scripts: `github.$prompts`, `github.*`. */
function withheldFeatures(
  { source, info, namespace }: ConfiguredServer,
  { features }: ToolListing,
  router: Router,
): WithheldTool[] {
  const offered = source.requestFeature ? (features ?? serverFeatures) : [];
  return [...new Set(offered.map(featureMember))].flatMap((name) => {
    const routing = router.routeFeature({ server: info.name, namespace, name, method: name });
    return routing ? [{ name, method: name, path: `tools.${namespace}.${name}`, ...routing }] : [];
  });
}

function askOf({ source, info }: ConfiguredServer): Pick<CatalogServer, 'requestFeature'> {
  if (!source.requestFeature) return {};
  const ask = source.requestFeature.bind(source);
  return { requestFeature: (request, options) => ask(info.name, request, options) };
}

/** Returns the tools by raw name, in code-unit order, without tools whose names look like others or are unusable. */
function usable(server: string, all: readonly ToolDefinition[]) {
  const definitions = new Map<string, ToolDefinition>();
  const warnings: string[] = [];
  /** Raw names by their visible characters. A name that hides nothing has precedence. */
  const owners = new Map(
    all.filter(({ name }) => stripInvisible(name) === name).map(({ name }) => [name, name]),
  );
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
  return more > 0
    ? [...warnings.slice(0, listLimits.warnings), `… and ${more} more such warnings.`]
    : warnings;
}

function catalogTool(
  { source, info, namespace }: ConfiguredServer,
  definition: ToolDefinition,
  listed: Pick<CatalogTool, 'method' | 'serverName' | 'serverVersion' | 'isUndeclared'> & Routing,
): CatalogTool {
  const { appOnly: _app, appView: _view, _meta, title, description, inputSchema, ...kept } = definition;
  return {
    ...kept,
    server: info.name,
    origin: info.origin,
    namespace,
    path: `tools.${namespace}.${listed.method}`,
    ...(title !== undefined && { title: plainText(title) }),
    description: plainText(description),
    ...requiredDefaults(inputSchema),
    readOnly: isReadOnly(kept.annotations),
    source,
    definition,
    ...listed,
  };
}
