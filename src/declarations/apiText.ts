// The declarations of all servers as one file: what the editor completes from and the `types` command writes.
import { visibleText } from '../text/visibleText.ts';
import { safeText } from './docText.ts';
import { scriptGlobals } from './scriptGlobals.ts';
import type { ToolText } from './toolText.ts';
import type { ServerShape, ToolShape } from './toolShape.ts';
import { indented, jsDoc } from './types/typeText.ts';

const HEADER = '// Written by Code Mode from the tools of the MCP servers, and written anew when they change. Do not edit.\n';
const LONGEST_INSTRUCTIONS = 2_000;

export interface DeclaredTool {
  readonly shape: ToolShape;
  readonly text: ToolText;
}

/** What comes before the servers' own declarations: the globals and which servers there are. */
export function headText(servers: readonly ServerShape[]): string {
  return visibleText([HEADER, scriptGlobals, toolsText(servers)].join('\n'));
}

/** Which servers there are. A raw name that is no server's name in scripts is a key too. */
function toolsText(servers: readonly ServerShape[]): string {
  const keys = new Set(servers.map(({ namespace }) => namespace));
  const members = servers.map((server) => `${serverDoc(server)}readonly ${propertyName(server.namespace)}: ${typeOf(server)};`);
  for (const { name, namespace } of servers) {
    if (keys.has(name)) continue;
    keys.add(name);
    members.push(`${otherName(namespace)}\nreadonly ${propertyName(name)}: Tools[${JSON.stringify(namespace)}];`);
  }
  return `declare namespace CodeMode {\n  interface Tools {\n${indented(members.join('\n'), '    ')}\n  }\n}\n`;
}

function typeOf(server: ServerShape): string {
  const { listed, error, namespace } = server;
  if (hasMembers(server)) return `Servers.${namespaceName(namespace)}.Tools`;
  return listed && error === undefined ? '{}' : 'UnknownTools';
}

function serverDoc({ listed, error, instructions }: ServerShape): string {
  const text = error !== undefined ? `Not available: ${error}` : listed ? (instructions ?? '') : 'Its tools are not known yet.';
  const safe = safeText(text, LONGEST_INSTRUCTIONS);
  return safe ? `${jsDoc(safe)}\n` : '';
}

/** Whether there is anything to declare of the server itself. */
export function hasMembers({ tools, features = [] }: ServerShape): boolean {
  return tools.length > 0 || features.length > 0;
}

function featureMembers({ features = [] }: ServerShape): string[] {
  const resources = features.includes('subscriptions') ? 'WatchableResources' : 'ServerResources';
  return [
    ...(features.includes('resources') ? [`/** What the server has to read. */\nreadonly $resources: CodeMode.${resources};`] : []),
    ...(features.includes('prompts') ? ["/** The server's templates of messages. */\nreadonly $prompts: CodeMode.ServerPrompts;"] : []),
  ];
}

/** The declarations of one server's tools; each method must be there once. */
export function serverText(server: ServerShape, tools: readonly DeclaredTool[]): string {
  const methods = new Set(tools.map(({ shape }) => shape.method));
  const members = tools.map(({ shape, text }) => {
    const type = text.definitions.length > 0 ? `${namespaceName(shape.method)}.Call` : text.type;
    return `${text.doc}\nreadonly ${propertyName(shape.method)}: ${type};`;
  });
  const rawNames = tools
    .filter(({ shape }) => !methods.has(shape.name) && !isRead(shape.name) && !isFeature(shape.name))
    .map(({ shape }) => `${otherName(shape.method)}\nreadonly ${propertyName(shape.name)}: Tools[${JSON.stringify(shape.method)}];`);
  const blocks = [
    block('interface Tools', [...featureMembers(server), ...members]),
    ...(rawNames.length > 0 ? [`/** The same tools under their exact MCP names. */\n${block('interface Tools', rawNames)}`] : []),
    ...tools
      .filter(({ text }) => text.definitions.length > 0)
      .map(({ shape, text }) => block(`namespace ${namespaceName(shape.method)}`, [`type Call = ${text.type};`, ...text.definitions])),
  ];
  return visibleText(`${block(`declare namespace CodeMode.Servers.${namespaceName(server.namespace)}`, [blocks.join('\n')])}\n`);
}

/** A name that a script has for a server, or for one of its tools, which is none of theirs. */
export interface OtherName {
  readonly namespace: string;
  /** The tool's name in scripts; absent where the server is meant. */
  readonly method?: string;
  readonly as: string;
}

/** Declares other names beside the real ones. */
export function otherNamesText(others: readonly OtherName[]): string {
  return others
    .map(({ namespace, method, as }) => {
      const [place, key] = method === undefined ? ['CodeMode', namespace] : [`CodeMode.Servers.${namespaceName(namespace)}`, method];
      return block(`declare namespace ${place}`, [
        block('interface Tools', [`readonly ${propertyName(as)}: Tools[${JSON.stringify(key)}];`]),
      ]);
    })
    .join('\n');
}

/** A server that is not there, or with `namespace` what a server does not have. */
export interface UnknownName {
  readonly namespace?: string;
  readonly as: string;
}

/** Declares them as if they could be called, so that a check finds what else is wrong. */
export function unknownNamesText(names: readonly UnknownName[]): string {
  return names
    .map(({ namespace, as }) => {
      const place = namespace === undefined ? 'CodeMode' : `CodeMode.Servers.${namespaceName(namespace)}`;
      const tool = isFeature(as) ? 'any' : 'CodeMode.ToolWithOptionalInput<any, CodeMode.ToolOutput>';
      const type = namespace === undefined ? 'UnknownTools' : tool;
      return block(`declare namespace ${place}`, [block('interface Tools', [`readonly ${propertyName(as)}: ${type};`])]);
    })
    .join('\n');
}

/** Editors put what is deprecated last, so that completion offers each tool once among the first. */
function otherName(name: string): string {
  return `/** @deprecated The exact name; in scripts it is \`${name}\`. */`;
}

/** Names that the language reads from any object, which a script therefore cannot use for a tool. */
function isRead(name: string): boolean {
  return name in Object.prototype || name === 'then' || name === 'toJSON';
}

/** In scripts these are the server's own. */
function isFeature(name: string): boolean {
  return name === '$resources' || name === '$prompts';
}

function block(head: string, members: readonly string[]): string {
  return `${head} {\n${indented(members.join('\n'), '  ')}\n}`;
}

function propertyName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}

/**
 * The catalog's names are legal identifiers, and nearly all of these are legal names of namespaces; the few that are
 * not, and names from elsewhere, are told apart by `$`, which the catalog never uses.
 */
function namespaceName(name: string): string {
  const safe = name.replace(/[^\p{ID_Continue}]/gu, (character) => `$${(character.codePointAt(0) ?? 0).toString(16)}`);
  return /^\p{ID_Start}|^_/u.test(safe) && !NOT_FOR_NAMESPACES.has(safe) ? safe : `$${safe}`;
}

const NOT_FOR_NAMESPACES = new Set(
  (
    'infer keyof readonly unique break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static super switch this throw ' +
    'true try typeof undefined var void while with yield'
  ).split(' '),
);
