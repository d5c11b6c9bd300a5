// Converts a client's server to the form of Code Mode's own file (VS Code's form for VS Code, `mcpServers` for the
// others). A server with a setting that this form cannot express is not converted and stays in the client's file.
import { isAbsolute } from 'node:path';
import { mapTexts } from '../base/json.ts';
import { substituteVariables } from '../mcp/definitions/index.ts';
import type { ClientDialect } from './clients.ts';

export type Fields = Readonly<Record<string, unknown>>;
type ConvertedServer =
  { readonly ok: true; readonly server: Fields } | { readonly ok: false; readonly why: string };

/**
 * Members that limit the tools of a server. Code Mode would let scripts call all tools, so such a server is not
 * converted.
 */
const toolLists = ['includeTools', 'excludeTools', 'enabled_tools', 'disabled_tools'];

export function convertServer(dialect: ClientDialect, value: unknown): ConvertedServer {
  if (!isFields(value)) return { ok: false, why: 'it is no object' };
  if (value['disabled'] === true || value['enabled'] === false) return { ok: false, why: 'it is disabled' };
  const limited = toolLists.some((name) => value[name] !== undefined) || !isAll(value['tools']);
  if (limited) return { ok: false, why: 'it has a list of tools, which code-mode serve takes as --exclude' };
  const server = converted(dialect, value);
  if (typeof server === 'string') return { ok: false, why: server };
  const isServer = typeof server['command'] === 'string' || typeof server['url'] === 'string';
  return isServer ? { ok: true, server } : { ok: false, why: 'it has neither a command nor an address' };
}

/** True if the server has no list of tools. Copilot CLI writes `["*"]` for all tools. */
function isAll(tools: unknown): boolean {
  return tools === undefined || (Array.isArray(tools) && tools.length === 1 && tools[0] === '*');
}

function converted(dialect: ClientDialect, value: Fields): Fields | string {
  switch (dialect) {
    case 'vscode':
      return whyInVsCode(value) ?? value;
    case 'mcpServers':
      return value;
    case 'claudeCode':
      return without(value, 'alwaysLoad');
    case 'copilot':
      return without(value, 'tools', 'type', 'deferTools');
    case 'claudeDesktop':
      return hasVariable(value) ? literal : value;
    case 'gemini':
      return fromGemini(value);
    case 'openCode':
    case 'openCode2':
      return fromOpenCode(value);
    case 'codex':
      return hasVariable(value) ? literal : fromCodex(value);
  }
}

const literal = 'it has a "${", which would be a variable in the file of Code Mode';

/**
 * Returns the reason for which `code-mode serve` cannot start the server when a client starts it, without a user to ask
 * and without an editor; undefined if it can.
 */
function whyInVsCode(value: Fields): string | undefined {
  if (value['sandboxEnabled'] === true) return 'it runs in a sandbox that only VS Code has';
  const anywhere = { folder: '/', folders: [], home: '/', cwd: '/', env: {}, dialect: 'vscode' } as const;
  const { inputs, editor, unknown } = substituteVariables(value, anywhere);
  const [input] = inputs;
  if (input !== undefined)
    return `it has "${variable(`input:${input}`)}", which code-mode serve takes as --input`;
  const [other] = [...editor.map(variable), ...unknown];
  return other === undefined ? undefined : `it has "${other}", which code-mode serve does not know`;
}

/**
 * Converts a server of Gemini CLI: `httpUrl` is a Streamable HTTP address, `url` an address of the earlier transport,
 * and `$NAME` a variable.
 */
function fromGemini({ httpUrl, ...others }: Fields): Fields {
  const value = without(others, 'trust', 'description', 'timeout');
  const server = httpUrl === undefined ? value : { ...value, type: 'http', url: httpUrl };
  // `mapTexts` keeps the shape of its argument.
  return mapTexts(server, (text) => text.replaceAll(/\$([A-Za-z_]\w*)/g, '${$1}')) as Fields;
}

/** Converts a server of OpenCode: `command` is the whole command line, and `{env:NAME}` a variable. */
function fromOpenCode({ command, environment, cwd, url, headers, oauth }: Fields): Fields | string {
  if (isFields(oauth)) return 'it has OAuth settings of its own';
  if (typeof cwd === 'string' && !isAbsolute(cwd))
    return 'its "cwd" is relative to the folder that OpenCode works in';
  const [program, ...args] = Array.isArray(command) ? (command as readonly unknown[]) : [];
  const server =
    url === undefined
      ? {
          command: program,
          args,
          ...(cwd !== undefined && { cwd }),
          ...(environment !== undefined && { env: environment }),
        }
      : { type: 'http', url, headers };
  if (/\$\{|\{file:/.test(JSON.stringify(server)))
    return 'it has a variable that the file of Code Mode cannot say';
  // `mapTexts` keeps the shape of its argument.
  return mapTexts(server, (text) => text.replaceAll(/\{env:([^{}]+)\}/g, '${$1}')) as Fields;
}

function fromCodex(value: Fields): Fields {
  const { command, args, env, cwd, url, env_http_headers: fromEnv } = value;
  const { env_vars: passed, bearer_token_env_var: token, http_headers: headers } = value;
  // `mapTexts` keeps the shape of its argument.
  const named = mapTexts(isFields(fromEnv) ? fromEnv : {}, variable) as Fields;
  if (url !== undefined) {
    const bearer = typeof token === 'string' ? { Authorization: `Bearer ${variable(token)}` } : {};
    return { type: 'http', url, headers: { ...(isFields(headers) ? headers : {}), ...named, ...bearer } };
  }
  const names = Array.isArray(passed) ? passed.filter((name) => typeof name === 'string') : [];
  // Codex leaves out a variable that is not set.
  const handed = Object.fromEntries(names.map((name) => [name, variable(`${name}:-`)]));
  return {
    command,
    ...(args !== undefined && { args }),
    ...(cwd !== undefined && { cwd }),
    env: { ...handed, ...(isFields(env) ? env : {}) },
  };
}

/** Returns the environment variables in servers of Code Mode's own file: by name, as a server writes them first. */
export function variablesIn(servers: Fields): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const find = (text: string) => {
    for (const [written, name = ''] of text.matchAll(/\$\{([A-Za-z_]\w*)(?::-[^{}]*)?\}/g))
      if (!found.has(name)) found.set(name, written);
    return text;
  };
  mapTexts(servers, find, find);
  return found;
}

function variable(name: string): string {
  return `\${${name}}`;
}

function hasVariable(value: Fields): boolean {
  return JSON.stringify(value).includes('${');
}

function without(value: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
