// Checks a script against the types of the tools that it names, before anyone is asked and anything runs.
import type { CatalogServer, CatalogSnapshot, CatalogTool } from '../../catalog/index.ts';
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
import { advice, quotedLine } from '../formatting/index.ts';
import type { RunError } from '../runOutcome.ts';

/** `warn`: the run continues, and its result lists the findings. */
export type TypeCheckMode = 'error' | 'warn' | 'off';

interface Parts {
  /** Declarations for signatures in hints. */
  readonly declarations: Declarations;
  /**
   * Declarations for the check. They contain no learned output types, because an answer may have a shape that was never
   * seen.
   */
  readonly declared: Declarations;
  readonly typeChecker: Pick<TypeChecker, 'check'>;
}

/** True if a type check is useful: a script without tools has no effect that its result does not show. */
export function usesTools(script: PreparedScript): boolean {
  return script.references.length > 0 || script.dynamic || script.searches;
}

/**
 * Returns at most five errors, one per cause; none if the script cannot be checked. Rejects only when aborted or
 * disposed.
 */
export async function findTypeErrors(
  { declarations, declared, typeChecker }: Parts,
  script: PreparedScript,
  named: readonly CatalogTool[],
  snapshot: CatalogSnapshot,
  signal: AbortSignal,
): Promise<readonly RunError[]> {
  const check = await typeChecker.check(
    { source: script.source, declarations: await apiFor(declared, script, named, snapshot) },
    signal,
  );
  return check.checked ? inWords(check.findings, script, snapshot, declarations) : [];
}

/** Returns the declarations against which a script is checked. */
export async function apiFor(
  declarations: Declarations,
  script: PreparedScript,
  named: readonly CatalogTool[],
  snapshot: CatalogSnapshot,
): Promise<string> {
  const { others, unknown } = await namesIn(script, snapshot);
  const api = await declarations.api(declaredServers(script, named, snapshot, unknown));
  return [api, otherNamesText(others), unknownNamesText(unknown)].join('\n');
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
    // A server that is declared without tools would make its unknown names type errors, although each of them has an
    // error of its own.
    const isOpen = own.length === 0 && unknown.some(({ namespace }) => namespace === server.namespace);
    if (isNamed) return [{ ...server, tools: own, listed: server.listed && !isOpen }];
    return script.dynamic ? [{ ...server, tools: [], listed: false }] : [];
  });
}

/** The names in the script that the declarations of callable tools do not contain. */
interface NamesInScript {
  /** Names in another spelling that the snapshot resolves. */
  readonly others: readonly OtherName[];
  /** Names that cannot be called; each has an error of its own. */
  readonly unknown: readonly UnknownName[];
}

async function namesIn(script: PreparedScript, snapshot: CatalogSnapshot): Promise<NamesInScript> {
  const others = new Map<string, OtherName>();
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

async function inWords(
  findings: readonly TypeFinding[],
  script: PreparedScript,
  snapshot: CatalogSnapshot,
  declarations: Declarations,
): Promise<readonly RunError[]> {
  const shown = new Set<string>();
  const errors: RunError[] = [];
  for (const { code, message, position, hint, tool, server, fix } of findings) {
    const signature = tool ? await signatureOf(tool, shown, snapshot, declarations) : [];
    const advice = [
      ...(hint === undefined ? [] : [hint]),
      ...signature,
      ...(server === undefined
        ? []
        : [
            await listTools(
              snapshot.servers.find(({ namespace }) => namespace === server)?.tools ?? [],
              declarations,
            ),
          ]),
    ].join(' ');
    // The signature already names the tool.
    const about = tool && signature.length === 0 ? `tools.${tool.server}.${tool.tool}: ` : '';
    const sourceLine = quotedLine(script.source, position.line);
    errors.push({
      code,
      message: about + message,
      position,
      sourceLine,
      ...(advice !== '' && { hint: advice }),
      ...(fix && { fix }),
    });
  }
  return errors;
}

/** Returns the signature once for each tool. */
async function signatureOf(
  { server, tool }: ToolName,
  shown: Set<string>,
  snapshot: CatalogSnapshot,
  declarations: Declarations,
): Promise<readonly string[]> {
  const lookup = snapshot.find(server, tool);
  if (lookup.kind !== 'tool' || shown.has(lookup.tool.path)) return [];
  shown.add(lookup.tool.path);
  return [`${advice.signature.model}${(await declarations.tool(lookup.tool)).signature}`];
}
