// Reads the servers that a command line defines with `--stdio` and `--http-url`. Each becomes an entry in the form of a
// definition file, so that all later steps treat both alike. Error messages do not repeat a command or an address,
// because it may contain a key.
import type { JsonObject } from '../base/json.ts';
import { UsageError } from './exitCode.ts';
import type { GivenOption } from './usage/option.ts';

interface CommandLineServer {
  readonly name: string;
  /** The definition, in the form of `mcpServers` in a file. */
  readonly entry: JsonObject;
}

/**
 * Reads the servers. `given` contains all options of the command line in their order, because `--as` and `--header`
 * refer to the preceding server. Throws `UsageError`.
 */
export function readCommandLineServers(
  given: readonly GivenOption[],
  platform = process.platform,
): readonly CommandLineServer[] {
  const servers: CommandLineServer[] = [];
  /** Replaces the last server that was read. */
  const change = (changed: (server: CommandLineServer) => CommandLineServer | undefined, wrong: string) => {
    const last = servers.pop();
    const server = last && changed(last);
    if (!server) throw new UsageError(wrong);
    servers.push(server);
  };
  for (const { name, text } of given) {
    if (name === 'stdio') servers.push(stdioServer(text, platform));
    else if (name === 'http-url') servers.push(httpServer(text));
    else if (name === 'header')
      change((server) => withHeader(server, text), '--header follows the --http-url that it is for');
    else if (name === 'as')
      change((server) => ({ ...server, name: text }), '--as follows the --stdio or --http-url that it names');
  }
  const names = servers.map((server) => server.name);
  if (names.some((name) => name.trim() === '')) throw new UsageError('--as takes a name that is not empty');
  // Names of servers are compared without regard to case.
  const twice = names.find((name, at) =>
    names.slice(0, at).some((earlier) => earlier.toLowerCase() === name.toLowerCase()),
  );
  if (twice !== undefined)
    throw new UsageError(`two servers are named "${twice}"; add --as <name> after one of them`);
  return servers;
}

function stdioServer(text: string, platform: NodeJS.Platform): CommandLineServer {
  const words = splitCommandLine(text, platform);
  const start = words.findIndex((word) => !assignment.test(word));
  const [command, ...args] = start === -1 ? [] : words.slice(start);
  if (!command)
    throw new UsageError(
      "--stdio needs a program to start, e.g. --stdio 'npx -y @modelcontextprotocol/server-memory'",
    );
  const env = words.slice(0, start).map((word) => word.split(/=(.*)/s));
  const variables = Object.fromEntries(env.map(([name = '', value = '']) => [name, value]));
  // The user expects the command in the current folder; a server without a `cwd` starts in the home folder.
  return { name: nameOfCommand(command, args), entry: { command, args, env: variables, cwd: '${cwd}' } };
}

const assignment = /^[A-Za-z_]\w*=/;

function httpServer(text: string): CommandLineServer {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('--http-url takes an http or https address, e.g. https://mcp.example.com/mcp');
  return { name: nameOfHost(url.hostname), entry: { url: text } };
}

/** Adds a header to a server; undefined if the server has no URL. */
function withHeader({ name, entry }: CommandLineServer, text: string): CommandLineServer | undefined {
  const { url, headers } = entry;
  if (url === undefined) return undefined;
  const [, header, value = ''] = /^([^\s:]+):\s*(.*)$/s.exec(text) ?? [];
  if (header === undefined)
    throw new UsageError('--header takes "Name: value", e.g. "Authorization: Bearer ${TOKEN}"');
  return { name, entry: { url, headers: { ...(headers as JsonObject | undefined), [header]: value } } };
}

/**
 * Splits a command into words as a POSIX shell does, at blanks, quotation marks and backslashes, without any expansion.
 * On Windows a backslash is an ordinary character of a path. Throws `UsageError`.
 */
export function splitCommandLine(text: string, platform: NodeJS.Platform): readonly string[] {
  const isWindows = platform === 'win32';
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const { 0: part, 1: single, 2: double, 3: escaped } of text.matchAll(
    isWindows ? windowsParts : posixParts,
  )) {
    end += part.length;
    // A shell drops a line break after a backslash.
    if (escaped === '\n') continue;
    if (isBlank(part)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      const inDouble = isWindows ? double : double?.replace(/\\(?:\n|([$`"\\]))/g, '$1');
      word = (word ?? '') + (single ?? inDouble ?? escaped ?? part);
    }
  }
  if (end < text.length)
    throw new UsageError(`--stdio: the quotation mark at character ${end + 1} has no end`);
  return word === undefined ? words : [...words, word];
}

const isBlank = (part: string) => /^[ \t\r\n]/.test(part);
/** The groups: text in single quotation marks, text in double ones, and the character after a backslash. */
const posixParts = /'([^']*)'|"((?:\\[^]|[^"\\])*)"|\\([^])|\\$|[^ \t\r\n'"\\]+|[ \t\r\n]+/gy;
const windowsParts = /'([^']*)'|"([^"]*)"|[^ \t\r\n'"]+|[ \t\r\n]+/gy;

/** Programs that run the package, module or file that their first argument names. */
const runners = /^(?:npx|npm|pnpm|pnpx|yarn|bunx?|uvx?|pipx|node|deno|tsx|py|python[\d.]*)$/i;
const subcommands = ['run', 'exec', 'dlx', 'x', 'tool'];

function nameOfCommand(command: string, args: readonly string[]): string {
  const program = lastWord(command);
  const target = runners.test(program)
    ? args.find((arg) => !arg.startsWith('-') && !subcommands.includes(arg))
    : undefined;
  const name = target === undefined ? program : lastWord(target);
  // Code and URLs are not usable as names.
  return /^[\w.-]+$/.test(name) ? name : program;
}

/**
 * Derives a name from a path or package name: the last part that is not a generic word. Examples: `memory` from
 * `@modelcontextprotocol/server-memory@1.2`, `playwright` from `@playwright/mcp`, `weather` from
 * `/srv/weather/dist/index.js`.
 */
function lastWord(path: string): string {
  const parts = path.split(/[\\/]/).map((part) => part.replace(/^@/, '').replace(/(?:@|[=<>~!]=).*$/s, ''));
  const words = parts.map((part) => part.replace(/\.[a-z]\w{0,3}$/i, '').replace(common, ''));
  return words.findLast((word) => !generic.test(word)) ?? words.findLast((word) => word !== '') ?? path;
}

const common = /^(?:(?:mcp|server)[-_])+|(?:[-_](?:mcp|server))+$/gi;
const generic = /^(?:\.*|mcp|server|index|main|cli|dist|build|src|lib|bin|out)$/i;

/** Derives a name from a host name, for example `linear` from `mcp.linear.app`; an IP address stays whole. */
function nameOfHost(host: string): string {
  if (/^[\d.]+$|:/.test(host)) return host.replace(/^\[|\]$/g, '');
  const labels = host.split('.');
  return labels.slice(0, -1).find((label) => !/^(?:www|api|mcp)$/i.test(label)) ?? labels[0] ?? host;
}
