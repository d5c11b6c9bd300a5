// Formats the output of `code-mode tools`: a server with its tools as text and as JSON, and the total number of tokens.
import {
  definitionText,
  methodsOffered,
  routeText,
  type CatalogServer,
  type CatalogTool,
} from '../../catalog/index.ts';
import { inputDeclaration, type Declarations } from '../../declarations/index.ts';
import { formatAge } from '../../engine/formatting/index.ts';
import { counted } from '../../base/text/counted.ts';
import type { Style } from '../style.ts';
import { printable } from '../terminal.ts';
import { countTokens } from '../tokens.ts';
import { wrapWords } from '../wrapWords.ts';

/** Numbers of tokens (o200k). */
interface Tokens {
  /** Tokens of the definition in a chat request: name, description and input schema. */
  readonly schema: number;
  /** Tokens of the TypeScript declaration with the same content. */
  readonly declaration: number;
  /** Tokens that the output type adds to the declaration; a chat request contains no output type. */
  readonly output: number;
}

type ListedTool = Awaited<ReturnType<typeof listedTool>>;
export type ServerDescription = Awaited<ReturnType<typeof listed>>;

/**
 * Converts a server to JSON. With `declarations`, the tools have numbers of tokens; creating all declarations takes
 * longer than all other work of the command.
 */
export async function listed(server: CatalogServer, declarations: Declarations | undefined) {
  return {
    name: server.name,
    namespace: server.namespace,
    origin: server.origin,
    ...(server.protocolVersion !== undefined && { protocolVersion: server.protocolVersion }),
    state: server.state,
    ...(server.error !== undefined && { error: server.error }),
    ...(server.cachedAt !== undefined && { cachedAt: new Date(server.cachedAt).toISOString() }),
    tools: await Promise.all(server.tools.map((tool) => listedTool(tool, declarations))),
    features: server.features ?? [],
    withheld: server.withheld.map(({ name, route, why }) => ({ name, route, why })),
  };
}

async function listedTool(tool: CatalogTool, declarations: Declarations | undefined) {
  const { name, path, description, readOnly, script, isUndeclared, route, why } = tool;
  return {
    name,
    path,
    description,
    readOnly,
    // The tools that a saved script calls determine if it can write.
    ...(script && { isScript: true }),
    ...(isUndeclared && { isUndeclared }),
    route,
    why,
    ...(declarations && { tokens: await tokensOf(tool, declarations) }),
  };
}

async function tokensOf(tool: CatalogTool, declarations: Declarations): Promise<Tokens> {
  const whole = await countTokens((await declarations.tool(tool)).text);
  const declaration = await countTokens(await inputDeclaration(tool, declarations));
  return {
    schema: await countTokens(definitionText(tool)),
    declaration,
    output: Math.max(0, whole - declaration),
  };
}

/** True if the server has listed its tools, in this command or an earlier one. */
export function hasListed(server: { readonly error?: string; readonly cachedAt?: unknown }): boolean {
  return server.error === undefined || server.cachedAt !== undefined;
}

/**
 * Formats one server, with each tool on one line if it fits into `columns`. With `isVerbose`, the heading names the
 * server's definition file and its version of MCP.
 */
export function serverListText(
  server: ServerDescription,
  columns: number | undefined,
  style: Style,
  isVerbose = false,
): string {
  const width = columns ?? Infinity;
  const features = methodsOffered(server.features).map(({ member, methods }) => [
    `tools.${server.namespace}.${member}`,
    methods.join(', '),
  ]);
  const withheld = server.withheld.map(({ name, route, why }) => [name, routeText({ route, why })]);
  const rows = [...server.tools.map(toolRow), ...features, ...withheld];
  return [...heading(server, width, style, isVerbose), ...table(rows, width, style)].join('\n');
}

function toolRow({ path, readOnly, isScript, isUndeclared, tokens, route, why }: ListedTool): string[] {
  const cost =
    tokens === undefined
      ? []
      : [
          `${tokens.schema} → ${tokens.declaration} tokens${tokens.output > 0 ? `, output ${tokens.output}` : ''}`,
        ];
  const routed = route === 'code' ? [] : [routeText({ route, why })];
  const effect = isScript
    ? 'saved script'
    : readOnly
      ? 'read-only'
      : isUndeclared
        ? 'effect not declared'
        : 'can write';
  return [path, effect, ...cost, ...routed];
}

function heading(server: ServerDescription, width: number, style: Style, isVerbose: boolean): string[] {
  const { name, namespace, tools, error, state, cachedAt, origin, protocolVersion } = server;
  const count = hasListed(server) ? [`${counted(tools.length, 'tool')}${agedText(cachedAt)}`] : [];
  const problem = error === undefined ? [] : [`${state}: ${error}`];
  const about = isVerbose
    ? [...(protocolVersion === undefined ? [] : [`MCP ${protocolVersion}`]), printable(origin)]
    : [];
  const start = `${printable(name)} (tools.${namespace}):`;
  const [first = '', ...more] = wrapped(`${start} ${[...count, ...problem, ...about].join('; ')}`, width);
  const shown = first.startsWith(start) ? style.bold(start) + first.slice(start.length) : first;
  return [shown, ...more.map((row) => `    ${row}`)];
}

/** Formats rows in aligned columns. If a row is too long, the cells after the first are written below it. */
function table(rows: readonly (readonly string[])[], width: number, style: Style): string[] {
  const widths = [0, 1].map((column) =>
    Math.max(0, ...rows.map((cells) => (cells.length > column + 1 ? (cells[column]?.length ?? 0) : 0))),
  );
  return rows.flatMap(([first = '', ...others]) => {
    const rest = others
      .map((cell, at) => (at < others.length - 1 ? cell.padEnd(widths[at + 1] ?? 0) : cell))
      .join('  ');
    const line = `  ${printable(first).padEnd(widths[0] ?? 0)}  `;
    if (line.length + rest.length <= width) return [line + look(rest, style)];
    return [
      `  ${printable(first)}`,
      ...wrapped(others.join('  '), width - 6).map((row) => `      ${look(row, style)}`),
    ];
  });
}

/** The effects that are highlighted. */
const warnings: readonly string[] = ['can write', 'effect not declared'];

function look(text: string, style: Style): string {
  const shown = printable(text);
  const warned = warnings.find((words) => shown.startsWith(words)) ?? '';
  const rest = shown.slice(warned.length);
  return (warned === '' ? '' : style.warning(warned)) + (rest === '' ? '' : style.dim(rest));
}

function wrapped(text: string, width: number): string[] {
  return printable(text)
    .split('\n')
    .flatMap((line) => wrapWords(line, Math.max(20, width - 4)));
}

/** Formats the age of a list; empty for a list of the last minute. */
function agedText(cachedAt: string | undefined): string {
  const age = cachedAt === undefined ? 'just now' : formatAge(Date.parse(cachedAt));
  return age === 'just now' ? '' : `, as of ${age}`;
}

export function totalText(servers: readonly ServerDescription[]): string {
  const all = servers.flatMap(({ tools }) => tools);
  const known = all.map(({ tokens }) => tokens).filter((tokens) => tokens !== undefined);
  const of = `${counted(all.length, 'tool')} of ${counted(servers.length, 'server')}`;
  if (known.length === 0) return of;
  const sum = (part: keyof Tokens) => known.reduce((total, tokens) => total + tokens[part], 0);
  const [schema, declaration, output] = [sum('schema'), sum('declaration'), sum('output')];
  const share = schema > 0 ? ` (${Math.round((100 * declaration) / schema)} %)` : '';
  return (
    `${of}: ${schema} tokens as the definitions that a chat request carries (name, description, input schema), ${declaration} as ` +
    `declarations of the same${share}; types of outputs, which no chat request has, add ${output} (o200k)`
  );
}
