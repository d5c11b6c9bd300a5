// Turns what a server lists into what scripts see of it: names made legal and unique, excluded tools set apart.
import type { CatalogServer, CatalogTool, ExcludedTool } from './catalogSnapshot.ts';
import type { Exclusions } from './exclusions.ts';
import { assignNames, byCodeUnit } from './names.ts';
import { requiredDefaults } from './requiredDefaults.ts';
import { memberOf, serverFeatures } from './serverFeatures.ts';
import type { AnsweredListing, ServerInfo, ServerListing, ToolDefinition, ToolSource } from './toolSource.ts';

/** A configured server with its place in scripts, before it is asked for anything. */
export interface KnownServer {
  readonly source: ToolSource;
  readonly info: ServerInfo;
  readonly namespace: string;
}

export type FailedListing = Extract<ServerListing, { ok: false }>;

export interface ListedServer {
  readonly server: CatalogServer;
  readonly warnings: readonly string[];
}

/** The MCP specification allows 128 characters; a name is compared and matched often, so it must have some end. */
const LONGEST_NAME = 256;

/** A server that was asked in vain. */
export function failedServer(known: KnownServer, { error, needs }: FailedListing): ListedServer {
  return { server: { ...unlistedServer(known), state: needs ?? 'failed', error, listed: true }, warnings: [] };
}

/** A server that answered. */
export function listedServer(known: KnownServer, listing: AnsweredListing, exclusions: Exclusions): ListedServer {
  const { definitions, warnings } = usable(known.info.name, listing.tools);
  const { names, collisions } = assignNames(definitions.keys(), 'tool');
  const tools: CatalogTool[] = [];
  const excluded: ExcludedTool[] = [];
  for (const definition of definitions.values()) {
    const method = names.get(definition.name) ?? definition.name;
    const { namespace } = known;
    const pattern = exclusions.patternFor({ server: known.info.name, namespace, name: definition.name, method });
    if (pattern === undefined) tools.push(catalogTool(known, definition, method, listing.version));
    else excluded.push({ name: definition.name, method, path: `tools.${namespace}.${method}`, pattern });
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
      ...(listing.instructions !== undefined && { instructions: listing.instructions }),
      tools,
      excluded: [...excluded, ...takenAway],
      ...(features && { features }),
      ...askOf(known),
    },
    warnings: [
      ...(listing.warnings ?? []).map((warning) => `${known.info.name}: ${warning}`),
      ...warnings,
      ...collisions.map(
        ({ raw, name, wanted, owner }) =>
          `${known.info.name}: ${JSON.stringify(owner)} and ${JSON.stringify(raw)} both become ${wanted}; ${JSON.stringify(raw)} is tools.${known.namespace}.${name}.`,
      ),
    ],
  };
}

/** The same with tools that are not of today. */
export function asOfEarlier({ server, warnings }: ListedServer, cached: NonNullable<AnsweredListing['cached']>): ListedServer {
  const { at, ...now } = cached;
  return { server: { ...server, ...now, cachedAt: at }, warnings };
}

/** A server that was not asked, with what its configuration alone tells. */
export function unlistedServer({ info, namespace }: KnownServer): CatalogServer {
  const { name, origin, state, error } = info;
  return { name, namespace, origin, state, ...(error !== undefined && { error }), listed: false, tools: [], excluded: [] };
}

/** Features are taken away by the names that scripts have for them: `github.$prompts`, `github.*`. */
function excludedFeatures({ source, info, namespace }: KnownServer, { features }: AnsweredListing, exclusions: Exclusions): ExcludedTool[] {
  const offered = source.askServer ? (features ?? serverFeatures) : [];
  return [...new Set(offered.map(memberOf))].flatMap((name) => {
    const pattern = exclusions.patternFor({ server: info.name, namespace, name, method: name });
    return pattern === undefined ? [] : [{ name, method: name, path: `tools.${namespace}.${name}`, pattern }];
  });
}

function askOf({ source, info }: KnownServer): Pick<CatalogServer, 'ask'> {
  if (!source.askServer) return {};
  const ask = source.askServer.bind(source);
  return { ask: (request, options) => ask(info.name, request, options) };
}

/** By raw name, in code-unit order, without those that cannot be told apart or have no usable name. */
function usable(server: string, all: readonly ToolDefinition[]) {
  const definitions = new Map<string, ToolDefinition>();
  const warnings: string[] = [];
  for (const definition of [...all].sort((a, b) => byCodeUnit(a.name, b.name))) {
    const { name } = definition;
    if (name.length > LONGEST_NAME) {
      warnings.push(
        `${server}: a tool was left out: its name "${name.slice(0, 40)}…" has ${name.length} characters, the most is ${LONGEST_NAME}.`,
      );
    } else if (definitions.has(name)) {
      warnings.push(`${server}: lists the tool ${JSON.stringify(name)} twice; the first is used.`);
    } else {
      definitions.set(name, definition);
    }
  }
  return { definitions, warnings };
}

function catalogTool(
  { source, info, namespace }: KnownServer,
  definition: ToolDefinition,
  method: string,
  serverVersion: string | undefined,
): CatalogTool {
  const { name, title, icons, description, inputSchema, outputSchema, annotations, asksItself } = definition;
  return {
    server: info.name,
    ...(serverVersion !== undefined && { serverVersion }),
    namespace,
    name,
    method,
    path: `tools.${namespace}.${method}`,
    ...(title !== undefined && { title }),
    ...(icons && { icons }),
    description,
    ...requiredDefaults(inputSchema),
    ...(outputSchema !== undefined && { outputSchema }),
    annotations,
    readOnly: annotations.readOnlyHint === true,
    ...(asksItself !== undefined && { asksItself }),
    call: (input, options) => source.callTool(info.name, name, input, { ...options, seen: definition }),
  };
}
