// Checks a script against the types of the tools that it names, before anyone is asked and anything runs.
import type { CatalogServer, CatalogSnapshot, CatalogTool } from '../../catalog/index.ts';
import { TextLines } from '../../base/text/textLines.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { PreparedScript, ToolName, TypeChecker, TypeFinding } from '../../checker/index.ts';
import {
  otherNamesText,
  unknownNamesText,
  type OtherName,
  type UnknownName,
  type Declarations,
} from '../../declarations/index.ts';
import { listTools } from '../find/index.ts';
import { advice } from '../formatting/index.ts';
import type { EngineParts } from '../engineParts.ts';
import type { RunError } from '../runOutcome.ts';

export interface TypeCheckParts extends Pick<EngineParts, 'declarations'> {
  readonly typeChecker: Pick<TypeChecker, 'check'>;
}

/** A script with the tools that it names. */
export interface NamingScript {
  readonly script: PreparedScript;
  readonly tools: readonly CatalogTool[];
  readonly snapshot: CatalogSnapshot;
}

/** True if a type check is useful: a script without tools has no effect that its result does not show. */
export function usesTools(script: PreparedScript): boolean {
  return script.references.length > 0 || script.dynamic || script.searches;
}

/** Returns at most five errors, one per cause; none if the script cannot be checked. Rejects as `typeFindings` does. */
export async function findTypeErrors(
  parts: TypeCheckParts,
  naming: NamingScript,
  signal: AbortSignal,
): Promise<readonly RunError[]> {
  const { script, snapshot } = naming;
  const findings = await typeFindings(parts, 'declared', naming, signal);
  const shown = new Set<string>();
  const errors: RunError[] = [];
  for (const finding of findings ?? []) {
    const { message, hint, tool, server } = finding;
    const signature = tool && (await signatureOf(tool, shown, snapshot, parts.declarations));
    const listed = snapshot.servers.find(({ namespace }) => namespace === server)?.tools ?? [];
    const list = server === undefined ? undefined : await listTools(listed, parts.declarations);
    const advice = [hint, signature, list].filter((text) => text !== undefined).join(' ');
    // The signature already names the tool.
    const about = tool && signature === undefined ? `tools.${tool.server}.${tool.tool}: ` : '';
    errors.push(errorOf(finding, script, about + message, advice));
  }
  return errors;
}

/**
 * Returns the findings of a check; undefined if the script cannot be checked. Rejects only when aborted or disposed.
 */
export async function typeFindings(
  { declarations, typeChecker }: TypeCheckParts,
  types: 'learned' | 'declared',
  { script, tools, snapshot }: NamingScript,
  signal: AbortSignal,
): Promise<readonly TypeFinding[] | undefined> {
  const { others, unknown } = await namesIn(script, snapshot);
  const api = await declarations.api(declaredServers(script, tools, snapshot, unknown), types);
  const text = [api, otherNamesText(others), unknownNamesText(unknown)].join('\n');
  const { source, result } = script;
  return typeChecker.check({ source, declarations: text, ...(result !== undefined && { result }) }, signal);
}

/**
 * Returns the servers with only the named tools, so that the cost of a check does not depend on the size of the
 * catalog. If the script computes names of tools, the named servers are declared whole, and the others as if their
 * tools were unknown.
 */
function declaredServers(
  script: PreparedScript,
  named: readonly CatalogTool[],
  { servers }: CatalogSnapshot,
  unknown: readonly UnknownName[],
): CatalogServer[] {
  const tools = new Set(named);
  const names = new Set(script.references.map(({ server }) => server));
  return servers.flatMap((server) => {
    const isNamed =
      names.has(server.namespace) || names.has(server.name) || server.tools.some((tool) => tools.has(tool));
    if (isNamed && script.dynamic) return [server];
    const own = server.tools.filter((tool) => tools.has(tool));
    // A server that is declared without tools would make type errors of its unknown names, which have errors already.
    const isOpen = own.length === 0 && unknown.some(({ namespace }) => namespace === server.namespace);
    if (isNamed) return [{ ...server, tools: own, listed: server.listed && !isOpen }];
    return script.dynamic ? [{ ...server, tools: [], listed: false }] : [];
  });
}

/** Returns the names in the script that the declarations of callable tools do not contain. */
async function namesIn(script: PreparedScript, snapshot: CatalogSnapshot) {
  /** Names in another spelling that the snapshot resolves. */
  const others = new Map<string, OtherName>();
  /** Names that cannot be called; each has an error of its own. */
  const unknown = new Map<string, UnknownName>();
  const slice = new TimeSlice();
  for (const reference of script.references) {
    if (slice.isOver) await slice.yieldIfOver();
    const { server, feature } = reference;
    const lookup = feature
      ? snapshot.findFeature(server, feature)
      : snapshot.find(server, reference.tool ?? '');
    const tool = feature ? `$${feature}` : reference.tool;
    if (lookup.kind === 'unknown_server') {
      unknown.set(JSON.stringify([server]), { as: server });
      continue;
    }
    const { namespace, name: raw } =
      lookup.kind === 'tool' ? { namespace: lookup.tool.namespace, name: lookup.tool.server } : lookup.server;
    if (server !== namespace && server !== raw)
      others.set(JSON.stringify([namespace, server]), { namespace, as: server });
    if (tool === undefined || lookup.kind === 'feature') continue;
    const key = JSON.stringify([namespace, tool]);
    if (lookup.kind !== 'tool') unknown.set(key, { namespace, as: tool });
    else if (tool !== lookup.tool.method && tool !== lookup.tool.name)
      others.set(key, { namespace, method: lookup.tool.method, as: tool });
  }
  return { others: [...others.values()], unknown: [...unknown.values()] };
}

/** Returns the finding as an error with this message. */
export function errorOf(
  { code, position, fix }: TypeFinding,
  { source }: PreparedScript,
  message: string,
  hint = '',
): RunError {
  const sourceLine = new TextLines(source).quote(position);
  return { code, message, position, sourceLine, ...(hint !== '' && { hint }), ...(fix && { fix }) };
}

/** Returns the signature; undefined if an earlier error shows it. */
async function signatureOf(
  { server, tool }: ToolName,
  shown: Set<string>,
  snapshot: CatalogSnapshot,
  declarations: Declarations,
): Promise<string | undefined> {
  const lookup = snapshot.find(server, tool);
  if (lookup.kind !== 'tool' || shown.has(lookup.tool.path)) return undefined;
  shown.add(lookup.tool.path);
  return `${advice.signature.model}${(await declarations.tool(lookup.tool)).signature}`;
}
