// Parses one configuration file into named entries. This module interprets only the structure of the file. Each entry
// keeps its position, so that a later problem can point to it.
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { TextLines, type TextPosition } from '../../base/text/textLines.ts';
import { isOpenCodeEntry, ownForm, withVariables } from './entryForm.ts';
import type { DefinitionProblem } from './serverDefinition.ts';

/** Format of the entries: that of VS Code's own file, or the one that other tools use. */
export type DefinitionDialect = 'vscode' | 'mcpServers';
/**
 * Location of the entries in a file: `{servers, inputs}`; the same under `settings.mcp`; `{mcpServers}`; `{mcpServers}`
 * or a bare map. `auto` detects the location by content and also knows the formats of other programs (`formOf`).
 */
export type DefinitionFormat = 'vscode' | 'codeWorkspace' | 'mcpServers' | 'mcpJson' | 'auto';

/** One server as written in a file. */
export interface RawServer {
  readonly name: string;
  readonly value: unknown;
  /** Returns the position of the member at `path`, or else of the entry; undefined if it comes from no file. */
  place(path?: readonly string[]): TextPosition | undefined;
}

export interface ParsedFile {
  /** True if the file was read completely, so that a server missing here is not defined in it. */
  readonly isWhole: boolean;
  readonly dialect: DefinitionDialect;
  readonly servers: readonly RawServer[];
  /** The unchecked value of `inputs`. */
  readonly inputs: unknown;
  readonly problems: readonly DefinitionProblem[];
}

/** Expected syntax for each error code of jsonc-parser. */
const expectations: Readonly<Record<string, string>> = {
  InvalidSymbol: 'expected a value: "string", number, true, false, null, [ or {',
  PropertyNameExpected: 'expected a "property name"',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected }',
  CloseBracketExpected: 'expected ]',
  EndOfFileExpected: 'expected end of file',
  UnexpectedEndOfString: 'expected a closing "',
  UnexpectedEndOfComment: 'expected */',
};

const tooDeep = 'the file is nested too deeply';
/** Maximum number of nodes of jsonc-parser on the way to a value: two for a member of an object. */
const deepest = 200;
/** Maximum number of nodes of all servers: three for a member of an object. A server usually has fewer than 50. */
const mostNodes = 10_000;

/** Reads JSON with comments and trailing commas. A file with a syntax error yields no servers and one problem. */
export function parseDefinitionFile(path: string, content: string, format: DefinitionFormat): ParsedFile {
  const text = content.replace(/^\uFEFF/, '');
  const dialect = dialectOf(format, true);
  const lines = new TextLines(text);
  const refuse = (message: string, offset?: number) =>
    withoutServers(
      dialect,
      false,
      problemAt(path, 'error', message, offset === undefined ? undefined : lines.positionAt(offset)),
    );
  // VS Code 1.139 treats an empty file as one without servers.
  if (text.trim() === '')
    return withoutServers(dialect, true, problemAt(path, 'warning', `empty file; ${shapeOf(dialect)}`));
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return refuse(tooDeep);
  }
  const [first] = errors;
  if (first)
    return refuse(expectations[printParseErrorCode(first.error)] ?? 'expected valid JSON', first.offset);
  if (root?.type !== 'object') return refuse(shapeOf(dialect), root?.offset ?? 0);
  return readServers(path, lines, root, format);
}

/** Returns the result for a file without usable content. */
export function withoutServers(
  dialect: DefinitionDialect,
  isWhole: boolean,
  ...problems: readonly DefinitionProblem[]
): ParsedFile {
  return { isWhole, dialect, servers: [], inputs: undefined, problems };
}

/** Reads servers and inputs that come from no file, so their entries have no position. */
export function parseDefinitionSettings(
  servers: unknown,
  inputs: unknown,
  dialect: DefinitionDialect = 'vscode',
): ParsedFile {
  const entries = typeof servers === 'object' && servers !== null ? Object.entries(servers) : [];
  const raw = entries.map(([name, value]): RawServer => ({
    name,
    value: ownForm(value),
    place: () => undefined,
  }));
  return { isWhole: true, dialect, servers: raw, inputs, problems: [] };
}

/** Returns a problem whose message starts with its position, as in the messages of compilers. */
export function problemAt(
  file: string,
  severity: DefinitionProblem['severity'],
  message: string,
  place?: TextPosition,
  server?: string,
): DefinitionProblem {
  const said = `${placeText(file, place)}: ${message}.`;
  return { severity, message: said, ...(server !== undefined && { server }) };
}

/** Returns the position as compilers write it. */
export function placeText(file: string, place: TextPosition | undefined): string {
  return place ? `${file}:${place.line}:${place.column}` : file;
}

function shapeOf(dialect: DefinitionDialect): string {
  const key = dialect === 'vscode' ? 'servers' : 'mcpServers';
  return `expected {"${key}": {"<name>": {"command": ...} or {"url": ...}}}`;
}

function readServers(path: string, lines: TextLines, root: Node, format: DefinitionFormat): ParsedFile {
  const form = formOf(root, format);
  const { servers: vscodeMap, map: mcpMap } = form;
  const dialect = dialectOf(format, vscodeMap !== undefined);
  const isBare = dialect === 'mcpServers' && !mcpMap && format !== 'mcpServers';
  const map = dialect === 'vscode' ? vscodeMap : isBare ? root : mcpMap;
  const inputsNode = dialect === 'vscode' ? form.inputs : undefined;
  const excess = excessOf([map, inputsNode].filter((node) => node !== undefined));
  if (excess !== undefined) return withoutServers(dialect, false, problemAt(path, 'error', excess));
  const inputs: unknown = inputsNode && getNodeValue(inputsNode);
  const read = (problems: readonly DefinitionProblem[], servers: Iterable<RawServer> = []): ParsedFile => {
    return { isWhole: true, dialect, servers: [...servers], inputs, problems };
  };
  if (!map) {
    const misplaced = 'expected "servers"; "mcpServers" belongs into .mcp.json';
    return read(
      format === 'vscode' && mcpMap
        ? [problemAt(path, 'error', misplaced, lines.positionAt(mcpMap.offset))]
        : [],
    );
  }
  if (isBare && vscodeMap && !isServer(vscodeMap)) {
    const misplaced = 'expected "mcpServers"; "servers" belongs into .vscode/mcp.json';
    return read([problemAt(path, 'warning', misplaced, lines.positionAt(vscodeMap.offset))]);
  }
  if (map.type !== 'object')
    return read([problemAt(path, 'error', shapeOf(dialect), lines.positionAt(map.offset))]);
  const servers = new Map<string, RawServer>();
  const problems: DefinitionProblem[] = [];
  for (const property of map.children ?? []) {
    const [key, value] = property.children ?? [];
    // A bare map may contain other members besides servers, such as `$schema` or a version.
    if (!key || !value || (isBare && value.type !== 'object')) continue;
    const server = rawServer(lines, key, value, form.isOpenCode);
    if (servers.has(server.name)) {
      const message = `server "${server.name}" is defined twice here; this definition is used`;
      problems.push(problemAt(path, 'warning', message, server.place(), server.name));
    }
    servers.set(server.name, server);
  }
  return read(problems, servers.values());
}

/**
 * Returns the reason why the servers are not read; undefined if they are. Later steps take time for each node, and call
 * themselves for each level.
 */
function excessOf(nodes: readonly Node[]): string | undefined {
  let count = 0;
  let level = nodes;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > deepest) return tooDeep;
    if (count > mostNodes) return `the servers have over ${mostNodes} keys and values`;
    level = level.flatMap(({ children = [] }) => children);
  }
  return undefined;
}

function isServer(node: Node): boolean {
  return [['command'], ['url']].some((path) => findNodeAtLocation(node, path) !== undefined);
}

function dialectOf(format: DefinitionFormat, hasServers: boolean): DefinitionDialect {
  if (format === 'auto') return hasServers ? 'vscode' : 'mcpServers';
  return format === 'vscode' || format === 'codeWorkspace' ? 'vscode' : 'mcpServers';
}

/** The nodes that hold servers: `servers` and `inputs` in VS Code's format, `map` in the format of other programs. */
interface FileForm {
  readonly servers?: Node | undefined;
  readonly inputs?: Node | undefined;
  readonly map?: Node | undefined;
  /** True if the entries may be OpenCode's. Version 2 has them where VS Code's settings have them. */
  readonly isOpenCode?: boolean;
}

/**
 * With the format `auto`, also finds the servers in VS Code's `settings.json` (`mcp`, `mcp.servers`), Zed's settings
 * (`context_servers`) and OpenCode's file (`mcp`, in version 2 `mcp.servers`).
 */
function formOf(root: Node, format: DefinitionFormat): FileForm {
  const top = format === 'codeWorkspace' ? findNodeAtLocation(root, ['settings', 'mcp']) : root;
  const usual = {
    servers: top && findNodeAtLocation(top, ['servers']),
    inputs: top && findNodeAtLocation(top, ['inputs']),
    map: findNodeAtLocation(root, ['mcpServers']),
  };
  if (format !== 'auto' || usual.servers || usual.map) return usual;
  const mcp = findNodeAtLocation(root, ['mcp']);
  if (mcp?.type === 'object' && !isServer(mcp)) {
    const servers = findNodeAtLocation(mcp, ['servers']);
    if (!servers || isServer(servers)) return { map: mcp, isOpenCode: true };
    return { servers, inputs: findNodeAtLocation(mcp, ['inputs']), isOpenCode: true };
  }
  const servers = findNodeAtLocation(root, ['mcp.servers']);
  if (servers?.type === 'object') return { servers, inputs: findNodeAtLocation(root, ['mcp.inputs']) };
  const map = findNodeAtLocation(root, ['context_servers']);
  return map?.type === 'object' ? { map } : usual;
}

function rawServer(lines: TextLines, key: Node, value: Node, isOpenCode = false): RawServer {
  const written: unknown = getNodeValue(value);
  return {
    name: String(key.value),
    value: ownForm(isOpenCode && isOpenCodeEntry(written) ? withVariables(written) : written),
    place: (path = []) =>
      lines.positionAt((path.length > 0 && findNodeAtLocation(value, [...path])?.offset) || key.offset),
  };
}
