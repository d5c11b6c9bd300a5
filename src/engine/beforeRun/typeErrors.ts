// Checks a script against the types of the tools that it names, before anybody is asked and anything happens.
import type { CatalogServer, CatalogSnapshot, CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { PreparedScript } from '../../checker/checkedScript.ts';
import type { ToolName, TypeChecker, TypeFinding } from '../../checker/types/typeCheck.ts';
import { otherNamesText, type OtherName } from '../../declarations/apiText.ts';
import type { Declarations } from '../../declarations/declarations.ts';
import { listTools } from '../find/listTools.ts';
import { quotedLine } from '../wording/quotedLine.ts';
import type { RunError } from '../runOutcome.ts';

/** `warn`: the run goes on, and what was found is told with its result. */
export type TypeCheckMode = 'error' | 'warn' | 'off';

interface Parts {
  /** For signatures in hints. */
  readonly declarations: Declarations;
  /** For the check: without outputs that were only observed, for what was never seen may still come. */
  readonly declared: Declarations;
  readonly typeChecker: TypeChecker;
}

/** Whether a check is worth its while: without tools nothing can happen that the result does not show. */
export function usesTools(script: PreparedScript): boolean {
  return script.references.length > 0 || script.dynamic || script.searches;
}

/** At most five, one per cause; none when the script cannot be checked. Rejects only when aborted or disposed. */
export async function findTypeErrors(
  { declarations, declared, typeChecker }: Parts,
  script: PreparedScript,
  named: readonly CatalogTool[],
  snapshot: CatalogSnapshot,
  signal: AbortSignal,
): Promise<readonly RunError[]> {
  const api = await declared.api(declaredServers(script, named, snapshot));
  const others = otherNamesText(otherNamesIn(script, snapshot));
  const check = await typeChecker.check({ source: script.source, declarations: `${api}\n${others}` }, signal);
  return check.checked ? inWords(check.findings, script, snapshot, declarations) : [];
}

/**
 * The named tools and no others, so that a check costs the same whatever the catalog holds. Where tools are reached by
 * computed names, named servers are declared whole and the others as if their tools were not known.
 */
function declaredServers(script: PreparedScript, named: readonly CatalogTool[], { servers }: CatalogSnapshot): CatalogServer[] {
  const tools = new Set(named);
  const names = new Set(script.references.map(({ server }) => server));
  return servers.flatMap((server) => {
    const isNamed = names.has(server.namespace) || names.has(server.name) || server.tools.some((tool) => tools.has(tool));
    if (isNamed) return [script.dynamic ? server : { ...server, tools: server.tools.filter((tool) => tools.has(tool)) }];
    return script.dynamic ? [{ ...server, tools: [], listed: false }] : [];
  });
}

/** Names in another case, which the snapshot finds all the same. */
function otherNamesIn(script: PreparedScript, snapshot: CatalogSnapshot): readonly OtherName[] {
  const others = script.references.flatMap(({ server, tool }): OtherName[] => {
    const lookup = snapshot.find(server, tool ?? '');
    if (lookup.kind !== 'tool' || tool === undefined) return [];
    const { namespace, method, name, server: raw } = lookup.tool;
    return [
      ...(server === namespace || server === raw ? [] : [{ namespace, as: server }]),
      ...(tool === method || tool === name ? [] : [{ namespace, method, as: tool }]),
    ];
  });
  return [...new Map(others.map((other) => [JSON.stringify(other), other])).values()];
}

async function inWords(
  findings: readonly TypeFinding[],
  script: PreparedScript,
  snapshot: CatalogSnapshot,
  declarations: Declarations,
): Promise<readonly RunError[]> {
  const told = new Set<string>();
  const errors: RunError[] = [];
  for (const { code, message, position, hint, tool, server } of findings) {
    const advice = [
      ...(hint === undefined ? [] : [hint]),
      ...(tool ? await signatureOf(tool, told, snapshot, declarations) : []),
      ...(server === undefined ? [] : [await listTools(toolsOf(server, snapshot), declarations)]),
    ].join(' ');
    errors.push({ code, message, position, sourceLine: quotedLine(script.source, position.line), ...(advice !== '' && { hint: advice }) });
  }
  return errors;
}

function toolsOf(server: string, snapshot: CatalogSnapshot): readonly CatalogTool[] {
  return snapshot.servers.find(({ namespace }) => namespace === server)?.tools ?? [];
}

/** Once for each tool. */
async function signatureOf(
  { server, tool }: ToolName,
  told: Set<string>,
  snapshot: CatalogSnapshot,
  declarations: Declarations,
): Promise<readonly string[]> {
  const lookup = snapshot.find(server, tool);
  if (lookup.kind !== 'tool' || told.has(lookup.tool.path)) return [];
  told.add(lookup.tool.path);
  return [`Its signature: ${(await declarations.tool(lookup.tool)).signature}`];
}
